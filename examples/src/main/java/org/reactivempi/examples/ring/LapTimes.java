package org.reactivempi.examples.ring;

import java.util.Arrays;

/** How long each lap took. */
final class LapTimes {

    private static final double NANOS_PER_MICRO = 1e3;

    private final long[] lapNanos;
    private int laps;
    private long startNanos;

    LapTimes(int lapsMax) {
        lapNanos = new long[lapsMax];
    }

    void start() {
        startNanos = System.nanoTime();
    }

    void stop() {
        lapNanos[laps++] = System.nanoTime() - startNanos;
    }

    int laps() {
        return laps;
    }

    /** What a step took in the lap that was faster than half of the laps, in microseconds. */
    double medianMicros(int steps) {
        return micros(laps / 2, steps);
    }

    double fastestMicros(int steps) {
        return micros(0, steps);
    }

    double slowestMicros(int steps) {
        return micros(laps - 1, steps);
    }

    private double micros(int place, int steps) {
        long[] sorted = Arrays.copyOf(lapNanos, laps);
        Arrays.sort(sorted);
        return sorted[place] / NANOS_PER_MICRO / steps;
    }
}
