package org.reactivempi.benchmarks.pt2pt;

import java.util.Arrays;

/** What measured times have in common, and how far they lie apart. */
public final class Spread {

    private static final double NANOS_PER_MICRO = 1e3;

    private final long[] sorted;

    private Spread(long[] sorted) {
        this.sorted = sorted;
    }

    /** Of one time or more. */
    public static Spread of(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new Spread(sorted);
    }

    /** The mean, in microseconds. */
    public double meanMicros() {
        return Arrays.stream(sorted).average().orElseThrow() / NANOS_PER_MICRO;
    }

    /** What half of the times don't exceed, in microseconds. */
    public double medianMicros() {
        return quantileMicros(0.5);
    }

    /** The time that so large a share, 0 to 1, does not exceed, in microseconds. */
    public double quantileMicros(double share) {
        return sorted[(int) (share * (sorted.length - 1) + 0.5)] / NANOS_PER_MICRO;
    }
}
