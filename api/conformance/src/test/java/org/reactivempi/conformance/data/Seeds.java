package org.reactivempi.conformance.data;

import java.time.Duration;
import java.util.Random;

/**
 * The random numbers that tests begin with: a few in the build, the same each time; others for some minutes with the property
 * {@code collectives.minutes}; one, to see its failure again, with {@code collectives.seed}.
 */
final class Seeds {

    private static final String MINUTES = "collectives.minutes";
    private static final String SEED = "collectives.seed";

    /** What is done with one. */
    interface Body {

        void run(long seed) throws Exception;
    }

    private Seeds() {}

    /** One after the other; what fails says with which, and how to run it again. */
    static void each(int usually, String channel, Body body) throws Exception {
        Long seed = Long.getLong(SEED);
        Integer minutes = Integer.getInteger(MINUTES);
        if (seed != null) {
            run(body, seed, channel);
        } else if (minutes != null) {
            long deadline = System.nanoTime() + Duration.ofMinutes(minutes).toNanos();
            for (long next = new Random().nextLong(); System.nanoTime() < deadline; next++) {
                run(body, next, channel);
            }
        } else {
            for (long i = 0; i < usually; i++) {
                run(body, i, channel);
            }
        }
    }

    private static void run(Body body, long seed, String channel) throws Exception {
        try {
            body.run(seed);
        } catch (Exception | AssertionError failure) {
            throw new AssertionError(
                    "again with -Dtestkit.channels=" + channel + " -D" + SEED + "=" + seed + ": "
                            + failure.getMessage(),
                    failure);
        }
    }
}
