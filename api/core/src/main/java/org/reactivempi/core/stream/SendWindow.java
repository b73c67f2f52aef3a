package org.reactivempi.core.stream;

import reactor.core.publisher.Operators;

/**
 * What a stream's sender asks its publisher for: what the receiver wants, but never more than may be under way at once.
 *
 * <pre>
 *  granted    |============================================|   by the receiver
 *  requested  |========================|                       of the publisher
 *  completed  |==========|                                     sent, their memory is free
 *                         \____________/
 *                             size
 * </pre>
 * Without a bound, a fast publisher and a receiver with unbounded demand would fill the sender's memory with values that
 * wait for a slow link. The bound is in elements; how many depends on how long they are, and so it begins small.
 */
final class SendWindow {

    static final int MOST_ELEMENTS = 64;
    static final int LEAST_ELEMENTS = 2;
    private static final long ENOUGH_BYTES = 1 << 20;

    private long granted;
    private long requested;
    private long completed;
    private int size = LEAST_ELEMENTS;

    /** The receiver wants more. */
    void grant(long n) {
        granted = Operators.addCap(granted, n);
    }

    /** An element has been sent. */
    void completed(long lengthBytes) {
        completed++;
        long fitting = ENOUGH_BYTES / Math.max(1, lengthBytes);
        size = (int) Math.max(LEAST_ELEMENTS, Math.min(MOST_ELEMENTS, fitting));
    }

    /** How much to request now, which may be nothing; in large pieces where they have come in large pieces. */
    long take() {
        long room = size - (requested - completed);
        long wanted = granted - requested;
        if (wanted > room && room < size / 2) {
            return 0;
        }
        long n = Math.max(0, Math.min(wanted, room));
        requested += n;
        return n;
    }

    /** How much the publisher has been asked for in all. */
    long requested() {
        return requested;
    }

    /** How much the receiver wants that the publisher has not been asked for. */
    long waiting() {
        return granted - requested;
    }
}
