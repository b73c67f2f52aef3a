package org.reactivempi.transport.observe.trace;

/**
 * One entry of a trace's part: eight numbers of 64 bits, little-endian.
 *
 * <pre>
 *  0      1       4       8               16      20      24              32
 *  +------+-------+-------+---------------+-------+-------+---------------+
 *  | kind | flags | slot  |     nanos     |  tag  |context|     peer      |
 *  +------+-------+-------+---------------+-------+-------+---------------+
 *  |        bytes         |    number     |    message    |     none      |
 *  +----------------------+---------------+---------------+---------------+
 *  32                     40              48              56              64
 * </pre>
 */
final class Entry {

    /** What happened. */
    enum Kind {
        BEGIN,
        END,
        SENT,
        ARRIVED,
        CLEARED,
        QUEUES,
        CREDIT,
        STALLED,
        RESUMED,
        CONNECTED,
        LOST,
        REFUSED,
        /** What the collective operation is called that comes next, and its algorithm; in 32 bytes at most. */
        COLLECTIVE_NAME,
        /** A collective operation has ended: place is its number, number its start, message its wait. */
        COLLECTIVE,
        /** What people know the window by of which the calls are that come next; in 32 bytes at most. */
        WINDOW_NAME,
        /** How many entries there was no room for; the last of a part that was written to its end. */
        MISSING
    }

    static final int LONGS = 8;
    static final int BYTES = LONGS * Long.BYTES;

    private static final Kind[] KINDS = Kind.values();
    private static final int KIND_BITS = 8;
    private static final int FLAG_BITS = 24;
    private static final int FLAGS = (1 << FLAG_BITS) - 1;

    private final long[] words = new long[LONGS];

    static long head(Kind kind, int flags, int slot) {
        return kind.ordinal() | (long) (flags & FLAGS) << KIND_BITS | (long) slot << Integer.SIZE;
    }

    static long pair(int upper, int lower) {
        return (long) upper << Integer.SIZE | lower & 0xffff_ffffL;
    }

    /** To be filled from a file. */
    long[] words() {
        return words;
    }

    boolean isValid() {
        return (words[0] & 0xff) < KINDS.length;
    }

    Kind kind() {
        return KINDS[(int) (words[0] & 0xff)];
    }

    int flags() {
        return (int) (words[0] >>> KIND_BITS) & FLAGS;
    }

    int slot() {
        return (int) (words[0] >>> Integer.SIZE);
    }

    long nanos() {
        return words[1];
    }

    int context() {
        return (int) (words[2] >>> Integer.SIZE);
    }

    int tag() {
        return (int) words[2];
    }

    int peer() {
        return (int) words[3];
    }

    long bytes() {
        return words[4];
    }

    /** Of a message: its number among those of its sender for its receiver. */
    long number() {
        return words[5];
    }

    /** Of a message that has come: its number among all that have come to the rank. */
    long message() {
        return words[6];
    }
}
