package org.reactivempi.benchmarks.pt2pt;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

class RestTest {

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final AtomicInteger looks = new AtomicInteger();

    @Test
    @DisplayName("a rest ends with the first moment in which the process has hardly run")
    void quiet() {
        Iterator<Integer> millis = List.of(0, 100, 180, 190, 500).iterator();

        assertEndsAfter(
                3, Duration.ofSeconds(1), () -> Duration.ofMillis(millis.next()).toNanos());
    }

    @Test
    @DisplayName("the rest of a process that never stops to run ends in the end")
    void busy() {
        assertEndsAfter(5, LOOK.multipliedBy(5), () -> looks.get() * LOOK.toNanos());
    }

    @Test
    @DisplayName("no rest takes no time")
    void none() {
        StepVerifier.create(Rest.until(Duration.ZERO, LOOK, looks::incrementAndGet))
                .expectComplete()
                .verify(TIMEOUT);
        assertThat(looks).hasValue(0);
    }

    private void assertEndsAfter(int expectedLooks, Duration most, LongSupplier cpuNanos) {
        StepVerifier.withVirtualTime(() -> Rest.until(most, LOOK, () -> {
                    long used = cpuNanos.getAsLong();
                    looks.incrementAndGet();
                    return used;
                }))
                .thenAwait(Duration.ofMinutes(1))
                .expectComplete()
                .verify(TIMEOUT);
        // One at the beginning.
        assertThat(looks).hasValue(expectedLooks + 1);
    }
}
