package org.reactivempi.spring.test;

import org.reactivempi.spring.MpiListener;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

@Component
class Squares {

    @MpiListener(tag = 7)
    Mono<Long> square(long number) {
        return Mono.just(number * number);
    }
}
