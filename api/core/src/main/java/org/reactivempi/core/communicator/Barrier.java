package org.reactivempi.core.communicator;

import org.reactivempi.Buffer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A barrier by dissemination: in round k each rank tells the one 2^k after it, and hears from the one 2^k before it. After
 * log2(size) rounds, each has heard, directly or not, from all.
 */
final class Barrier {

    private Barrier() {}

    static Mono<Void> of(CoreCommunicator communicator) {
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(communicator.size() - 1);
        return Flux.range(0, rounds)
                .concatMap(round -> round(communicator, round))
                .then(Mono.<Void>empty().publishOn(communicator.scheduler()));
    }

    private static Mono<Void> round(CoreCommunicator communicator, int round) {
        int size = communicator.size();
        int distance = 1 << round;
        int after = (communicator.rank() + distance) % size;
        int before = (communicator.rank() + size - distance) % size;
        return Mono.when(
                communicator.collectiveSend(Buffer.empty(), after, round),
                communicator.collectiveReceive(Buffer.empty(), before, round));
    }
}
