package org.reactivempi.core.communicator;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.reactivempi.Mpi;

/**
 * What each rank has said about a split: its color, its key, and a number for the new communicator if it leads it. All ranks
 * have the same table, and so come to the same parts.
 *
 * @param table three numbers of rank 0, then those of rank 1, and so on
 */
record Split(int[] table) {

    private static final int WIDTH = 3;

    /** What one rank says. */
    static int[] vote(int color, int key, int number) {
        return new int[] {color, key, number};
    }

    /** Who is in the same part as a rank, in the order of the new ranks; nobody if its color is undefined. */
    int[] partOf(int rank) {
        int color = color(rank);
        if (color == Mpi.UNDEFINED) {
            return new int[0];
        }
        return IntStream.range(0, table.length / WIDTH)
                .filter(other -> color(other) == color)
                .boxed()
                .sorted(Comparator.comparingInt(this::key))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private int color(int rank) {
        return table[rank * WIDTH];
    }

    private int key(int rank) {
        return table[rank * WIDTH + 1];
    }

    /** The number that a rank has offered. */
    int number(int rank) {
        return table[rank * WIDTH + 2];
    }
}
