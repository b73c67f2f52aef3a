package org.reactivempi.examples.ring;

import java.util.Arrays;
import java.util.Locale;

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

    /** What a single step took in laps of {@code steps} steps each. */
    String report(int steps) {
        long[] sorted = Arrays.copyOf(lapNanos, laps);
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT,
                "latency of a step: median %.1f us, fastest lap %.1f us, slowest lap %.1f us%n",
                micros(sorted[laps / 2], steps),
                micros(sorted[0], steps),
                micros(sorted[laps - 1], steps));
    }

    private static double micros(long lapNanos, int steps) {
        return lapNanos / NANOS_PER_MICRO / steps;
    }
}
