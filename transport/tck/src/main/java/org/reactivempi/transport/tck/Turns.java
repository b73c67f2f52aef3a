package org.reactivempi.transport.tck;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.reactivempi.transport.channel.Poller;

/** Counts the turns of a loop, to see whether it sleeps. Polled on the loop, asked by the test. */
final class Turns implements Poller {

    /** A loop that polls makes thousands in this time, one that sleeps none, but for a timer or two. */
    private static final int MANY = 50;

    private static final int LOOKS = 20;
    private static final long LOOK_MILLIS = 10;
    private static final int MOST_PERMITS = 1000;

    private final Semaphore turns = new Semaphore(0);

    @Override
    public boolean poll() {
        if (turns.availablePermits() < MOST_PERMITS) {
            turns.release();
        }
        return false;
    }

    /**
     * Whether the loop is asleep for a while. The test wakes up often meanwhile: where the whole machine stands still, so does a
     * loop that polls, and only this many wakes in a row show that it had time to turn.
     */
    boolean rest() throws InterruptedException {
        turns.drainPermits();
        for (int look = 0; look < LOOKS; look++) {
            if (turns.tryAcquire(MANY, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
        }
        return true;
    }
}
