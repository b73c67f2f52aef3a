package org.reactivempi.transport.observe.count;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Numbers that one thread writes and any may read, soon after. Adding is a load and a store, without a fence: what a plain
 * field costs.
 */
public final class Counts {

    private final AtomicLongArray counts;

    /** So many, all 0. */
    public Counts(int length) {
        counts = new AtomicLongArray(length);
    }

    /** For the one thread. */
    public void add(int index, long amount) {
        counts.setRelease(index, counts.getPlain(index) + amount);
    }

    /** For the one thread. */
    public void set(int index, long value) {
        counts.setRelease(index, value);
    }

    /** For any thread. */
    public long get(int index) {
        return counts.getAcquire(index);
    }

    /** How many there are. */
    public int length() {
        return counts.length();
    }
}
