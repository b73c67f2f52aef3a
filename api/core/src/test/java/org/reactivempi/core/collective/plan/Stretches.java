package org.reactivempi.core.collective.plan;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Memory of symbols by stretches, for vectors of any length: each was made from bytes that followed each other on each of some ranks, in
 * the order of the operands.
 */
final class Stretches implements SymbolicRun.Cells {

    /**
     * What a stretch was made from.
     *
     * @param ranks in their order; none for what nobody has written
     * @param from where on each of them its first byte was
     */
    private record Origin(int[] ranks, long[] from) {

        private static final Origin NOTHING = new Origin(new int[0], new long[0]);

        Origin plus(long bytes) {
            return bytes == 0
                    ? this
                    : new Origin(
                            ranks, Arrays.stream(from).map(at -> at + bytes).toArray());
        }

        Origin joined(Origin right) {
            int[] allRanks = Arrays.copyOf(ranks, ranks.length + right.ranks.length);
            System.arraycopy(right.ranks, 0, allRanks, ranks.length, right.ranks.length);
            long[] allFrom = Arrays.copyOf(from, from.length + right.from.length);
            System.arraycopy(right.from, 0, allFrom, from.length, right.from.length);
            return new Origin(allRanks, allFrom);
        }

        @Override
        public String toString() {
            return Arrays.toString(ranks) + " from " + Arrays.toString(from);
        }
    }

    private final long length;
    /** By where each begins; the first one at 0, unless there is nothing. */
    private final TreeMap<Long, Origin> stretches = new TreeMap<>();

    private Stretches(long length) {
        this.length = length;
    }

    /** So many bytes that nobody has written. */
    static Stretches room(long length) {
        return of(length, Origin.NOTHING);
    }

    /** So many bytes of a rank. */
    static Stretches own(int rank, long length) {
        return of(length, new Origin(new int[] {rank}, new long[] {0}));
    }

    private static Stretches of(long length, Origin origin) {
        Stretches all = new Stretches(length);
        if (length > 0) {
            all.stretches.put(0L, origin);
        }
        return all;
    }

    @Override
    public long length() {
        return length;
    }

    private Origin at(long position) {
        Map.Entry<Long, Origin> stretch = stretches.floorEntry(position);
        return stretch.getValue().plus(position - stretch.getKey());
    }

    private void check(long from, long partLength) {
        if (from < 0 || from + partLength > length) {
            throw new IndexOutOfBoundsException("[" + from + ", " + (from + partLength) + ") of " + length + " bytes");
        }
    }

    @Override
    public Stretches part(long from, long partLength) {
        check(from, partLength);
        Stretches part = new Stretches(partLength);
        if (partLength > 0) {
            part.stretches.put(0L, at(from));
            stretches
                    .subMap(from, false, from + partLength, false)
                    .forEach((start, origin) -> part.stretches.put(start - from, origin));
        }
        return part;
    }

    @Override
    public void put(long at, SymbolicRun.Cells cells) {
        Stretches part = (Stretches) cells;
        check(at, part.length);
        if (part.length == 0) {
            return;
        }
        long end = at + part.length;
        if (end < length) {
            stretches.put(end, at(end));
        }
        stretches.subMap(at, true, end, false).clear();
        part.stretches.forEach((start, origin) -> stretches.put(at + start, origin));
    }

    @Override
    public Stretches joined(SymbolicRun.Cells cells) {
        Stretches right = (Stretches) cells;
        Stretches both = new Stretches(length);
        stretches.keySet().forEach(start -> both.stretches.put(start, at(start).joined(right.at(start))));
        right.stretches
                .keySet()
                .forEach(start -> both.stretches.put(start, at(start).joined(right.at(start))));
        return both;
    }

    /**
     * Whether a part is that of ranks reduced in their order.
     *
     * @param ranks from 0 to the one before this
     * @param from where the part begins in what they gave
     * @param partLength how long it is, from 0 on
     */
    boolean isReduced(int ranks, long from, long partLength) {
        return part(0, partLength).stretches.entrySet().stream()
                .allMatch(stretch -> stretch.getValue().ranks.length == ranks
                        && isInOrder(stretch.getValue(), from + stretch.getKey()));
    }

    private static boolean isInOrder(Origin origin, long from) {
        for (int i = 0; i < origin.ranks.length; i++) {
            if (origin.ranks[i] != i || origin.from[i] != from) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return length + " bytes: " + stretches;
    }
}
