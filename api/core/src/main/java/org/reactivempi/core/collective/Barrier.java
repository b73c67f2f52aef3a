package org.reactivempi.core.collective;

import org.reactivempi.Buffer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A barrier by dissemination: in round k each rank tells the one 2^k after it, and hears from the one 2^k before it. After
 * log2(size) rounds, each has heard, directly or not, from all.
 */
final class Barrier {

    private Barrier() {}

    static Mono<Void> of(Collective operation) {
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(operation.size() - 1);
        return Flux.range(0, rounds).concatMap(round -> round(operation, round)).then();
    }

    private static Mono<Void> round(Collective operation, int round) {
        int size = operation.size();
        int distance = 1 << round;
        int after = (operation.rank() + distance) % size;
        int before = (operation.rank() + size - distance) % size;
        return Mono.when(operation.send(Buffer.empty(), after), operation.receive(Buffer.empty(), before));
    }
}
