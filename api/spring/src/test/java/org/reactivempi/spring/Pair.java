package org.reactivempi.spring;

import java.time.Duration;
import org.reactivempi.Communicator;
import org.reactivestreams.Publisher;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Two applications, which are ranks 0 and 1.
 *
 * @param zero the first
 * @param one the second
 */
record Pair(AssertableApplicationContext zero, AssertableApplicationContext one) {

    static final Duration LIMIT = Duration.ofSeconds(30);

    Communicator world(int rank) {
        return Application.world(rank == 0 ? zero : one);
    }

    static <T> T await(Mono<T> mono) {
        return mono.blockOptional(LIMIT).orElseThrow();
    }

    static void awaitEnd(Publisher<?> all) {
        Flux.from(all).then().block(LIMIT);
    }
}
