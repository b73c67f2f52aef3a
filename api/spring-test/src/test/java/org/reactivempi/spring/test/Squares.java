package org.reactivempi.spring.test;

import org.reactivempi.spring.MpiListener;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@Component
class Squares {

    @MpiListener(tag = 7)
    Mono<Long> square(long number) {
        return Mono.just(number * number);
    }

    @MpiListener(tag = 8)
    Flux<Long> multiples(long number) { // cancelled when its reader goes
        return Flux.range(1, Integer.MAX_VALUE).map(factor -> factor * number);
    }
}
