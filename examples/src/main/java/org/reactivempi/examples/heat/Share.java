package org.reactivempi.examples.heat;

/**
 * The rows, or the columns, that a rank works on.
 *
 * @param first 0 is the top row, or the leftmost column
 * @param count 0 for a rank that is one too many
 */
record Share(int first, int count) {

    /** Shares as even as can be; with more parts than there is to share, one for each of the first parts. */
    static Share of(int part, int parts, int length) {
        int shares = Math.min(parts, length);
        if (part >= shares) {
            return new Share(length, 0);
        }
        int first = start(part, shares, length);
        return new Share(first, start(part + 1, shares, length) - first);
    }

    private static int start(int share, int shares, int length) {
        return (int) ((long) share * length / shares);
    }

    /** Where the next one begins. */
    int end() {
        return first + count;
    }
}
