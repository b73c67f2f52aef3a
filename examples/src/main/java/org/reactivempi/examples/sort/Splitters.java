package org.reactivempi.examples.sort;

import java.util.Arrays;

/** Where the ranks' ranges end: a number belongs to the first rank whose splitter is not below it, or to the last rank. */
final class Splitters {

    private final long[] ends;

    private Splitters(long[] ends) {
        this.ends = ends;
    }

    /** Some of a rank's sorted numbers, evenly apart; a rank without numbers gives the greatest there is. */
    static long[] samples(long[] sorted, int count) {
        long[] samples = new long[count];
        Arrays.setAll(
                samples,
                i -> sorted.length == 0 ? Long.MAX_VALUE : sorted[(int) ((2L * i + 1) * sorted.length / (2L * count))]);
        return samples;
    }

    /** Of equally many samples of each rank. */
    static Splitters of(long[] samples, int ranks) {
        long[] sorted = samples.clone();
        Arrays.sort(sorted);
        long[] ends = new long[ranks - 1];
        Arrays.setAll(ends, i -> sorted[(i + 1) * sorted.length / ranks]);
        return new Splitters(ends);
    }

    /** How many of a rank's sorted numbers belong to each rank. */
    int[] cut(long[] sorted) {
        int[] counts = new int[ends.length + 1];
        int from = 0;
        for (int rank = 0; rank < ends.length; rank++) {
            int to = firstAbove(sorted, from, ends[rank]);
            counts[rank] = to - from;
            from = to;
        }
        counts[ends.length] = sorted.length - from;
        return counts;
    }

    private static int firstAbove(long[] sorted, int from, long end) {
        int low = from;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] > end) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
