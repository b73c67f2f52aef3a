package org.reactivempi.benchmarks.simulate;

import java.util.SplittableRandom;

/**
 * What makes ranks differ: exponentially distributed, the same for the same seed.
 *
 * @param skewNanos how late a rank begins, in the mean; 0 for all at once
 * @param jitterNanos how much longer a rank's thread takes for a message, in the mean
 * @param seed of all numbers
 */
record Noise(double skewNanos, double jitterNanos, long seed) {

    /** All ranks alike. */
    static final Noise NONE = new Noise(0, 0, 0);

    SplittableRandom random() {
        return new SplittableRandom(seed);
    }

    double skew(SplittableRandom random) {
        return skewNanos == 0 ? 0 : exponential(random, skewNanos);
    }

    double jitter(SplittableRandom random) {
        return jitterNanos == 0 ? 0 : exponential(random, jitterNanos);
    }

    private static double exponential(SplittableRandom random, double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }
}
