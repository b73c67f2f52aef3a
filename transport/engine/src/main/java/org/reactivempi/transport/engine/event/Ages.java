package org.reactivempi.transport.engine.event;

import java.time.Duration;
import java.util.Arrays;

/**
 * How old things are that are numbered in the order in which they came: once in a while the next number is noted, so that a
 * number tells its age, and nothing has to be done for each. What is very old is remembered less precisely.
 */
public final class Ages {

    private static final int MOST_NOTES = 512;
    private static final int FIRST_NOTES = 8;

    private final Duration tick;
    /** They grow with the notes: a rank that waits for nothing has none. */
    private long[] orders = {};

    private int[] ticks = {};
    private int notes;
    private int now;

    /** Nothing noted; {@link #note} is called every {@code tick}. */
    public Ages(Duration tick) {
        this.tick = tick;
    }

    /** At this tick, {@code nextOrder} is the next number. */
    public void note(int nowTick, long nextOrder) {
        now = nowTick;
        if (notes > 0 && orders[notes - 1] == nextOrder) {
            return;
        }
        if (notes == MOST_NOTES) {
            thinOut();
        } else if (notes == orders.length) {
            grow();
        }
        orders[notes] = nextOrder;
        ticks[notes] = nowTick;
        notes++;
    }

    private void grow() {
        int more = Math.max(FIRST_NOTES, 2 * notes);
        orders = Arrays.copyOf(orders, more);
        ticks = Arrays.copyOf(ticks, more);
    }

    /** Drops every other one of the older half. */
    private void thinOut() {
        int kept = 0;
        for (int i = 0; i < notes; i++) {
            if (i >= MOST_NOTES / 2 || i % 2 == 0) {
                orders[kept] = orders[i];
                ticks[kept] = ticks[i];
                kept++;
            }
        }
        notes = kept;
    }

    /** The age of what has this number, at least. */
    public Duration ofOrder(long order) {
        int low = 0;
        int high = notes;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (orders[middle] > order) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low == notes ? Duration.ZERO : ofTick(ticks[low]);
    }

    /** The age of what came at this tick. */
    public Duration ofTick(int since) {
        return tick.multipliedBy(Math.max(0, now - since));
    }
}
