package org.reactivempi.transport.tck;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.reactivempi.transport.channel.Poller;

/** Counts the turns of a loop, to see whether it sleeps. Polled on the loop, asked by the test. */
final class Turns implements Poller {

    /** A loop that polls makes thousands in this time, one that sleeps none, but for a timer or two. */
    private static final int MANY = 50;

    private static final long WHILE_MILLIS = 200;
    private static final int MOST_PERMITS = 1000;

    private final Semaphore turns = new Semaphore(0);

    @Override
    public boolean poll() {
        if (turns.availablePermits() < MOST_PERMITS) {
            turns.release();
        }
        return false;
    }

    /** Whether the loop is asleep for a while. */
    boolean rest() throws InterruptedException {
        turns.drainPermits();
        return !turns.tryAcquire(MANY, WHILE_MILLIS, TimeUnit.MILLISECONDS);
    }
}
