package org.reactivempi.benchmarks.pt2pt;

import java.time.Duration;

/**
 * How much time a measurement takes.
 *
 * @param divisor of all numbers of repetitions
 * @param rest after warming up: the JVM's compiler would take the cores from the ranks later
 * @param idle how long a rank is watched that waits
 */
record Pace(int divisor, Duration rest, Duration idle) {

    private static final int REPETITIONS_MIN = 3;
    /** The system counts in steps of 10 ms: a longer look is more exact. */
    private static final int IDLE_SHORT = 2;

    static Pace divided(int divisor) {
        return new Pace(divisor, Duration.ofMillis(400), Duration.ofSeconds(divisor > IDLE_SHORT ? 1 : 4));
    }

    int scaled(int repetitions) {
        return Math.max(REPETITIONS_MIN, repetitions / divisor);
    }
}
