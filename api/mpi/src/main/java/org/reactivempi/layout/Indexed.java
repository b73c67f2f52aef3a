package org.reactivempi.layout;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Blocks of one width at irregular places.
 *
 * @param displacements of all blocks
 * @param ends of all blocks in the payload
 * @param width of an element in bytes
 * @param equal the length of each block in bytes; 0 if they are not all equal
 */
record Indexed(long[] displacements, long[] ends, int width, int equal) implements Layout {

    /** Up to so many blocks, several elements are moved block by block rather than element by element. */
    private static final int FEW = 16;

    /** Parts of so many elements are moved without a loop for each. */
    private static final int[] PART_ELEMENTS = {4, 2, 1};

    /** A part more is moved as fast as a block is begun; beyond that, blocks stay whole. */
    private static final int MOST_PARTS_OF_A_BLOCK = 2;

    Indexed(long[] displacements, long[] ends, int width) {
        this(displacements, ends, width, equal(ends));
    }

    /**
     * Blocks that are not all equal, but all made of the same short part, in such parts: blocks of four numbers, some of which touch each
     * other, are one loop then, and not one for each block.
     */
    static Indexed of(long[] displacements, long[] ends, int width) {
        Indexed whole = new Indexed(displacements, ends, width);
        if (whole.equal == 0) {
            for (int elements : PART_ELEMENTS) {
                int part = elements * width;
                if (whole.size() / part <= (long) MOST_PARTS_OF_A_BLOCK * ends.length && whole.isMadeOf(part)) {
                    return whole.inParts(part);
                }
            }
        }
        return whole;
    }

    private boolean isMadeOf(int part) {
        return Arrays.stream(ends).allMatch(end -> end % part == 0);
    }

    private Indexed inParts(int part) {
        int number = (int) (size() / part);
        long[] partDisplacements = new long[number];
        long[] partEnds = new long[number];
        int block = 0;
        for (int i = 0; i < number; i++) {
            long from = (long) i * part;
            while (ends[block] <= from) {
                block++;
            }
            partDisplacements[i] = displacements[block] + from - begin(block);
            partEnds[i] = from + part;
        }
        return new Indexed(partDisplacements, partEnds, width, part);
    }

    private static int equal(long[] ends) {
        long length = ends[0];
        for (int i = 1; i < ends.length; i++) {
            if (ends[i] - ends[i - 1] != length) {
                return 0;
            }
        }
        return length > Integer.MAX_VALUE ? 0 : (int) length;
    }

    /** The index of the block that has a byte of the payload. */
    static int blockAt(long[] ends, long position) {
        int found = Arrays.binarySearch(ends, position);
        return found < 0 ? -found - 1 : found + 1;
    }

    /** The same, where it is known to be at {@code first} or later, and mostly near. */
    private int blockAt(int first, long position) {
        int low = first;
        int high = first;
        for (int step = 1; high < ends.length && ends[high] <= position; step *= 2) {
            low = high + 1;
            high += step;
        }
        int found = Arrays.binarySearch(ends, low, Math.min(high + 1, ends.length), position);
        return found < 0 ? -found - 1 : found + 1;
    }

    @Override
    public long size() {
        return ends[ends.length - 1];
    }

    @Override
    public long low() {
        return Arrays.stream(displacements).min().orElse(0);
    }

    @Override
    public long high() {
        long high = Long.MIN_VALUE;
        for (int i = 0; i < ends.length; i++) {
            high = Math.max(high, displacements[i] + length(i));
        }
        return high;
    }

    private long length(int block) {
        return block == 0 ? ends[0] : ends[block] - ends[block - 1];
    }

    private long begin(int block) {
        return block == 0 ? 0 : ends[block - 1];
    }

    @Override
    public long elements() {
        return size() / width;
    }

    @Override
    public long elements(long bytes) {
        return bytes % width == 0 ? bytes / width : -1;
    }

    @Override
    public boolean isAligned(long bytes) {
        return Arrays.stream(displacements).allMatch(each -> each % bytes == 0);
    }

    @Override
    public Layout shifted(long by) {
        long[] moved = new long[displacements.length];
        for (int i = 0; i < moved.length; i++) {
            moved[i] = Math.addExact(displacements[i], by);
        }
        return new Indexed(moved, ends, width, equal);
    }

    @Override
    public void move(
            Memory memory, boolean out, long base, int count, long stride, ByteBuffer payload, int at, int atStride) {
        if (count > 1 && ends.length <= FEW) {
            moveByBlocks(memory, out, base, count, stride, payload, at, atStride);
            return;
        }
        for (int i = 0; i < count; i++) {
            memory.moveIndexed(
                    out,
                    base + i * stride,
                    displacements,
                    ends,
                    0,
                    ends.length,
                    equal,
                    width,
                    payload,
                    at + i * atStride);
        }
    }

    private void moveByBlocks(
            Memory memory, boolean out, long base, int count, long stride, ByteBuffer payload, int at, int atStride) {
        for (int first = 0; first < count; first += Memory.CHUNK) {
            int number = Math.min(Memory.CHUNK, count - first);
            int begin = at + first * atStride;
            for (int i = 0; i < ends.length; i++) {
                memory.move(
                        out,
                        base + first * stride + displacements[i],
                        1,
                        0,
                        number,
                        stride,
                        (int) length(i),
                        width,
                        payload,
                        begin + (int) begin(i),
                        0,
                        atStride);
            }
        }
    }

    @Override
    public void movePart(Memory memory, boolean out, long base, long from, int length, ByteBuffer payload, int at) {
        int first = blockAt(ends, from);
        int end = at + length;
        long into = from - begin(first);
        if (into > 0) {
            int part = (int) Math.min(length(first) - into, length);
            memory.movePart(out, base + displacements[first], width, into, part, payload, at);
            at += part;
            first++;
        }
        if (at < end) {
            int behind = blockAt(first, from + length);
            memory.moveIndexed(out, base, displacements, ends, first, behind, equal, width, payload, at);
            at += (int) (begin(behind) - begin(first));
            first = behind;
        }
        if (at < end) {
            memory.movePart(out, base + displacements[first], width, 0, end - at, payload, at);
        }
    }

    @Override
    public long blocks() {
        return ends.length;
    }

    @Override
    public long address(long from) {
        int block = blockAt(ends, from);
        return displacements[block] + from - begin(block);
    }

    @Override
    public long blockLeft(long from) {
        return ends[blockAt(ends, from)] - from;
    }

    @Override
    public long equalBlocks(long from, long most) {
        int first = blockAt(ends, from);
        if (begin(first) != from || first + 1 == ends.length) {
            return 1;
        }
        long stride = displacements[first + 1] - displacements[first];
        int next = first + 1;
        while (next < ends.length
                && next - first < most
                && length(next) == length(first)
                && displacements[next] - displacements[next - 1] == stride) {
            next++;
        }
        return next - first;
    }

    @Override
    public void blocks(long base, Blocks visitor) {
        for (int i = 0; i < ends.length; i++) {
            visitor.block(base + displacements[i], length(i), width);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Indexed that
                && width == that.width
                && Arrays.equals(displacements, that.displacements)
                && Arrays.equals(ends, that.ends);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(displacements) + Arrays.hashCode(ends)) + width;
    }

    @Override
    public String toString() {
        return "Indexed[displacements=" + Arrays.toString(displacements) + ", ends=" + Arrays.toString(ends)
                + ", width=" + width + "]";
    }
}
