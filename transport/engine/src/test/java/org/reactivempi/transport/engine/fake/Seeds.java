package org.reactivempi.transport.engine.fake;

import java.time.Duration;
import java.util.Random;
import java.util.function.LongConsumer;

/**
 * The random numbers that a fuzz test begins with: a few in the build, the same each time; others for some minutes with the
 * property {@code fuzz.minutes}; one, to see its failure again, with {@code fuzz.seed}.
 */
public final class Seeds {

    private static final String MINUTES = "fuzz.minutes";
    private static final String SEED = "fuzz.seed";

    private Seeds() {}

    /** Runs {@code test} with one seed after the other; what fails says with which. Returns how many there were. */
    public static long each(int usually, LongConsumer test) {
        Long seed = Long.getLong(SEED);
        if (seed != null) {
            run(test, seed);
            return 1;
        }
        Integer minutes = Integer.getInteger(MINUTES);
        if (minutes != null) {
            return during(Duration.ofMinutes(minutes), test);
        }
        for (long i = 0; i < usually; i++) {
            run(test, i);
        }
        return usually;
    }

    private static long during(Duration time, LongConsumer test) {
        long deadline = System.nanoTime() + time.toNanos();
        long next = new Random().nextLong();
        long runs = 0;
        for (; System.nanoTime() < deadline; runs++) {
            run(test, next++);
        }
        return runs;
    }

    private static void run(LongConsumer test, long seed) {
        try {
            test.accept(seed);
        } catch (RuntimeException | Error failure) {
            throw new AssertionError("replay with -D" + SEED + "=" + seed + ": " + failure.getMessage(), failure);
        }
    }
}
