package org.reactivempi.transport.engine.progress;

import java.time.Instant;

/**
 * The time of the machine: no other class of the engine, or of the layers above it, reads a clock. All others have their time from the
 * rank's platform, so that a rank runs on any time that it is given; what spins and sleeps on real threads has it from here.
 */
public final class SystemTime {

    private SystemTime() {}

    /** The monotonic time, in nanoseconds since some moment; any thread. */
    public static long nanos() {
        return System.nanoTime();
    }

    /** The date; any thread. */
    public static Instant now() {
        return Instant.now();
    }
}
