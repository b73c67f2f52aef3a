package org.reactivempi.transport.engine.port;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * Numbers that say which of several operations has ended first. A rank counts its own ends, so that the ranks of a JVM share no memory
 * that they write. What ends and is of no rank moves all of them on:
 *
 * <pre>
 *  rank 0        1  2           B+2  B+3
 *  rank 1        1                         B+2  B+3
 *  of no rank         B+1                             2B+2
 * </pre>
 * Two ends of one rank have their numbers in the order in which they came, where there is one. So have an end of no rank and any
 * other end. Two ranks say of each other's ends no more than what those of no rank say.
 *
 * <p>Any thread.
 */
public final class EndNumbers {

    /** So many ends of a rank fit between two of no rank, before the rank writes what all ranks read. */
    private static final long BLOCK = 1 << 16;

    private static final AtomicLongFieldUpdater<EndNumbers> LAST =
            AtomicLongFieldUpdater.newUpdater(EndNumbers.class, "last");

    /** The largest number of no rank; no rank has a number that is larger by {@link #BLOCK} or more. */
    private static final AtomicLong COMMON = new AtomicLong();

    private volatile long last;

    /** Those of a rank. */
    public EndNumbers() {}

    /**
     * Takes numbers in a row.
     *
     * @param count at least 1
     * @return the first of them
     */
    public long take(int count) {
        while (true) {
            long common = COMMON.get();
            long before = last;
            long first = Math.max(common, before) + 1;
            long end = first + count - 1;
            if (end - common >= BLOCK) {
                COMMON.accumulateAndGet(end, Math::max);
            }
            if (LAST.compareAndSet(this, before, end)) {
                return first;
            }
        }
    }

    /**
     * Takes numbers of no rank in a row.
     *
     * @param count at least 1
     * @return the first of them
     */
    public static long takeOfNone(int count) {
        return COMMON.addAndGet(BLOCK + count) - count + 1;
    }
}
