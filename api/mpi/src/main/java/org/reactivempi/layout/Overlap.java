package org.reactivempi.layout;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether a layout has a byte twice. Most are shown not to by their strides alone; for what is left, all blocks are sorted, which
 * a plan does once.
 */
final class Overlap {

    private Overlap() {}

    static boolean in(Layout layout) {
        return layout.size() > 0
                && !isDisjoint(layout)
                && (layout.size() > layout.high() - layout.low() || inBlocks(layout));
    }

    /** Whether the strides show that there is no byte twice; false if they don't. */
    private static boolean isDisjoint(Layout layout) {
        if (layout instanceof Dense) {
            return true;
        }
        if (layout instanceof Strided rows) {
            return areLoops(
                    rows.length(),
                    List.of(new Loop(rows.count(), rows.stride()), new Loop(rows.rows(), rows.rowStride())));
        }
        if (layout instanceof Repeat outer) {
            if (outer.child() instanceof Strided rows) {
                return areLoops(
                        rows.length(),
                        List.of(
                                new Loop(rows.count(), rows.stride()),
                                new Loop(rows.rows(), rows.rowStride()),
                                new Loop(outer.count(), outer.stride())));
            }
            return Math.abs(outer.stride())
                            >= outer.child().high() - outer.child().low()
                    && isDisjoint(outer.child());
        }
        if (layout instanceof Sequence struct) {
            return struct.fields().stream().allMatch(Overlap::isDisjoint) && areApart(struct.fields());
        }
        return false;
    }

    /** Whether each loop, from the narrowest to the widest, steps over all that the narrower ones touch. */
    private static boolean areLoops(long length, List<Loop> loops) {
        long touched = length;
        for (Loop loop :
                (Iterable<Loop>) loops.stream().filter(each -> each.count > 1).sorted()::iterator) {
            if (Math.abs(loop.stride) < touched) {
                return false;
            }
            touched += (loop.count - 1) * Math.abs(loop.stride);
        }
        return true;
    }

    private static boolean areApart(List<Layout> fields) {
        long behind = Long.MIN_VALUE;
        Stream<Layout> sorted = fields.stream().sorted((one, other) -> Long.compare(one.low(), other.low()));
        for (Layout field : (Iterable<Layout>) sorted::iterator) {
            if (field.low() < behind) {
                return false;
            }
            behind = field.high();
        }
        return true;
    }

    /** Whether any block of the one has a byte of one of the other; either may have bytes twice. */
    static boolean between(Blocks one, Blocks other) {
        long[][] first = one.sorted();
        long[][] second = other.sorted();
        int i = 0;
        int j = 0;
        while (i < first.length && j < second.length) {
            if (first[i][0] < second[j][1] && second[j][0] < first[i][1]) {
                return true;
            }
            if (first[i][1] <= second[j][0]) {
                i++;
            } else {
                j++;
            }
        }
        return false;
    }

    private static boolean inBlocks(Layout layout) {
        Blocks blocks = new Blocks();
        layout.blocks(0, blocks);
        return blocks.overlap();
    }

    private record Loop(long count, long stride) implements Comparable<Loop> {

        @Override
        public int compareTo(Loop other) {
            return Long.compare(Math.abs(stride), Math.abs(other.stride));
        }
    }

    /** All blocks, by their begins and ends. */
    static final class Blocks implements Layout.Blocks {

        private long[] begins = new long[64];
        private long[] ends = new long[64];
        private int count;

        @Override
        public void block(long address, long length, int width) {
            if (count == begins.length) {
                begins = Arrays.copyOf(begins, 2 * count);
                ends = Arrays.copyOf(ends, 2 * count);
            }
            begins[count] = address;
            ends[count++] = address + length;
        }

        /** The begins and ends of what the blocks cover, in their order, without gaps inside. */
        long[][] sorted() {
            long[][] all = new long[count][];
            for (int i = 0; i < count; i++) {
                all[i] = new long[] {begins[i], ends[i]};
            }
            Arrays.sort(all, Comparator.comparingLong(block -> block[0]));
            int last = 0;
            for (int i = 1; i < count; i++) {
                if (all[i][0] <= all[last][1]) {
                    all[last][1] = Math.max(all[last][1], all[i][1]);
                } else {
                    all[++last] = all[i];
                }
            }
            return Arrays.copyOf(all, count == 0 ? 0 : last + 1);
        }

        /** Blocks are apart if and only if each ends, by order of ends, before the next one begins, by order of begins. */
        boolean overlap() {
            Arrays.sort(begins, 0, count);
            Arrays.sort(ends, 0, count);
            for (int i = 1; i < count; i++) {
                if (ends[i - 1] > begins[i]) {
                    return true;
                }
            }
            return false;
        }
    }
}
