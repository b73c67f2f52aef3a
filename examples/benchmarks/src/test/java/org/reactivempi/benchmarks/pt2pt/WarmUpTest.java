package org.reactivempi.benchmarks.pt2pt;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class WarmUpTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int BUSY_MILLIS = 100;

    private final AtomicIntegerArray rounds = new AtomicIntegerArray(2);

    @MpiTest(ranks = 2)
    @DisplayName("ranks warm up until the compilers of all of them have had nothing to do for two rounds")
    void settles(Ranks ranks) {
        warmUp(ranks, Duration.ofMinutes(1), 3);

        assertThat(rounds.get(0)).isEqualTo(5);
        assertThat(rounds.get(1)).isEqualTo(5);
    }

    @MpiTest(ranks = 2)
    @DisplayName("ranks whose compilers never have nothing to do warm up for no longer than they are told, but once")
    void ends(Ranks ranks) {
        warmUp(ranks, Duration.ZERO, Integer.MAX_VALUE);

        assertThat(rounds.get(0)).isEqualTo(1);
        assertThat(rounds.get(1)).isEqualTo(1);
    }

    /** The compilers of rank 1 are busy for so many rounds. */
    private void warmUp(Ranks ranks, Duration most, int busyRounds) {
        Flux.range(0, 2)
                .flatMap(rank -> {
                    LongSupplier compilersMillis =
                            () -> rank == 0 ? 0 : (long) BUSY_MILLIS * Math.min(rounds.get(rank), busyRounds);
                    Mono<Void> round = Mono.fromRunnable(() -> rounds.incrementAndGet(rank));
                    return WarmUp.until(ranks.world(rank), round, most, compilersMillis);
                })
                .blockLast(TIMEOUT);
    }
}
