package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;

/** When to cancel, so that about half of the cancellations win. */
final class Aim {

    private final Random random;
    private double nanos = 5_000;
    private int won;
    private int lost;

    Aim(long seed) {
        random = new Random(seed);
    }

    void await() {
        long end = System.nanoTime() + (long) (nanos * random.nextDouble(0.5, 1.5));
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    void note(boolean cancelled) {
        nanos = Math.max(10, Math.min(nanos * (cancelled ? 1.15 : 0.87), 50_000_000));
        won += cancelled ? 1 : 0;
        lost += cancelled ? 0 : 1;
    }

    void assertBoth() {
        assertThat(won).isPositive();
        assertThat(lost).isPositive();
    }
}
