package org.reactivempi.benchmarks.pt2pt;

import java.time.Duration;

/**
 * How much time a measurement takes.
 *
 * @param divisor of all numbers of repetitions that are measured
 * @param warmUpDivisor of the repetitions in which the JVM gets to know the program
 * @param rest at most, after warming up: the JVM's compiler would take the cores from the ranks later
 * @param settling how long a test warms up for itself, at most, if compilers always have more to do
 * @param calming how long a rank waits before it is watched
 * @param idle how long a rank is watched that waits
 * @param cold how long a new JVM is watched until it has its speed
 */
record Pace(
        int divisor,
        int warmUpDivisor,
        Duration rest,
        Duration settling,
        Duration calming,
        Duration idle,
        Duration cold) {

    private static final int REPETITIONS_MIN = 3;
    /** The system counts in steps of 10 ms: a longer look is more exact. */
    private static final int IDLE_SHORT = 2;
    /** A JVM that has compiled less is another program: fewer repetitions must not mean slower ones. */
    private static final int WARM_UP_SHORT = 2;

    static Pace divided(int divisor) {
        boolean shortened = divisor > IDLE_SHORT;
        return new Pace(
                divisor,
                Math.min(divisor, WARM_UP_SHORT),
                Duration.ofSeconds(1),
                Duration.ofSeconds(shortened ? 5 : 10),
                Duration.ofSeconds(5),
                Duration.ofSeconds(4),
                Duration.ofSeconds(shortened ? 4 : 10));
    }

    int scaled(int repetitions) {
        return atLeast(repetitions / divisor);
    }

    int scaledForWarmUp(int repetitions) {
        return atLeast(repetitions / warmUpDivisor);
    }

    private static int atLeast(int repetitions) {
        return Math.max(REPETITIONS_MIN, repetitions);
    }
}
