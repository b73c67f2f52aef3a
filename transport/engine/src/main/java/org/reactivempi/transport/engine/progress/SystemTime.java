package org.reactivempi.transport.engine.progress;

import io.netty.util.concurrent.Ticker;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * The time of the machine: no other class of the engine, or of the layers above it, reads a clock. All others have their time from the
 * rank's platform, so that a rank runs on any time that it is given; what spins and sleeps on real threads has it from here.
 */
public final class SystemTime implements Ticker {

    /** The monotonic time as the system says it, which all processes of a host share; Netty's own one begins anew in each of them. */
    public static final Ticker TICKER = new SystemTime();

    private SystemTime() {}

    /** The monotonic time, in nanoseconds since some moment; any thread. */
    public static long nanos() {
        return System.nanoTime();
    }

    /** The date; any thread. */
    public static Instant now() {
        return Instant.now();
    }

    @Override
    public long initialNanoTime() {
        return 0;
    }

    @Override
    public long nanoTime() {
        return nanos();
    }

    @Override
    public void sleep(long delay, TimeUnit unit) throws InterruptedException {
        unit.sleep(delay);
    }
}
