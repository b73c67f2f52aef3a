package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** That an operation signals nothing, proven in virtual time: whatever could have led to a signal without time has come to its end. */
public final class Silence {

    /** Of ranks in virtual time: they may wait for what the test does later. */
    public static final String NO_STALLS = "stall-after=0s";

    private final AtomicInteger signals = new AtomicInteger();

    /** The operation, watched. */
    public <T> Mono<T> of(Mono<T> operation) {
        return operation.doOnEach(signal -> signals.incrementAndGet());
    }

    /** The operation, watched. */
    public <T> Flux<T> of(Flux<T> operation) {
        return operation.doOnEach(signal -> signals.incrementAndGet());
    }

    /** It signals nothing from now on until the ranks have rested for some time. */
    public void lasts(Ranks ranks) {
        int before = signals.get();
        ranks.time().advance(Duration.ofSeconds(1), Duration.ofMillis(100));
        assertThat(signals).hasValue(before);
    }
}
