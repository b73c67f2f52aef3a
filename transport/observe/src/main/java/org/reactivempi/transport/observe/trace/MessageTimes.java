package org.reactivempi.transport.observe.trace;

import java.util.Arrays;

/**
 * When the messages of one way left, or arrived, by one clock: of many messages each second, fourth, eighth ... one, from the first to the
 * last. The two ends of a way count alike, so what one of them keeps of fewer messages the other one keeps as well.
 */
final class MessageTimes {

    /** Enough to find one that was fast, early and late. */
    static final int MOST = 4096;

    private static final long NONE = Long.MIN_VALUE;

    private final long[] nanos = new long[MOST];
    private int shift;

    MessageTimes() {
        Arrays.fill(nanos, NONE);
    }

    /** Takes the times of a message on both of its ends. */
    @FunctionalInterface
    interface Visitor {

        /** Each by the clock of its own host. */
        void accept(long sentNanos, long arrivedNanos);
    }

    void note(long number, long time) {
        while (number >> shift >= MOST) {
            keepHalf();
        }
        if (number >> shift << shift == number) {
            nanos[(int) (number >> shift)] = time;
        }
    }

    private void keepHalf() {
        for (int i = 0; i < MOST / 2; i++) {
            nanos[i] = nanos[2 * i];
        }
        Arrays.fill(nanos, MOST / 2, MOST, NONE);
        shift++;
    }

    private long at(long number) {
        return number >> shift < MOST ? nanos[(int) (number >> shift)] : NONE;
    }

    /** Shows the messages whose two ends are both known; these are the sender's times. */
    void forEachWith(MessageTimes arrivals, Visitor visitor) {
        int common = Math.max(shift, arrivals.shift);
        for (long i = 0; i < MOST; i++) {
            long sent = at(i << common);
            long arrived = arrivals.at(i << common);
            if (sent != NONE && arrived != NONE) {
                visitor.accept(sent, arrived);
            }
        }
    }
}
