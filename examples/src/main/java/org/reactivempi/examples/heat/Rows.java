package org.reactivempi.examples.heat;

/**
 * The rows that a rank works on.
 *
 * @param first 0 is the top row
 * @param count 0 for a rank that is one too many
 */
record Rows(int first, int count) {

    /** Shares as even as can be; with more ranks than rows, one row for each of the first ranks. */
    static Rows of(int rank, int ranks, int height) {
        int shares = Math.min(ranks, height);
        if (rank >= shares) {
            return new Rows(height, 0);
        }
        int first = start(rank, shares, height);
        return new Rows(first, start(rank + 1, shares, height) - first);
    }

    private static int start(int share, int shares, int height) {
        return (int) ((long) share * height / shares);
    }
}
