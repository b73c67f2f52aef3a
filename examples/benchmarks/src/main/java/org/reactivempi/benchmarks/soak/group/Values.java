package org.reactivempi.benchmarks.soak.group;

import org.reactivempi.benchmarks.soak.draw.Mixed;

/**
 * What each rank sends: any value follows from its sender and its index, so its receiver knows what it must be.
 *
 * @param salt of the operation
 */
record Values(long salt) {

    long at(int rank, long index) {
        return Mixed.of(salt, rank, index);
    }

    int intAt(int rank, long index) {
        return (int) at(rank, index);
    }

    /** Those of one rank. */
    int[] ints(int rank, int count) {
        int[] all = new int[count];
        for (int i = 0; i < count; i++) {
            all[i] = intAt(rank, i);
        }
        return all;
    }

    long[] longs(int rank, int count) {
        long[] all = new long[count];
        for (int i = 0; i < count; i++) {
            all[i] = at(rank, i);
        }
        return all;
    }
}
