package org.reactivempi.benchmarks.soak.group;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Collective operations that move data, one after the other. */
final class CollectivesLane implements GroupLane {

    private static final int CALLS = 8;

    @Override
    public String name() {
        return "collectives";
    }

    @Override
    public Mono<Void> run(Turn turn) {
        return Flux.range(0, CALLS)
                .concatMap(i -> CollectiveCall.next(
                        turn.all(),
                        turn.random(),
                        turn.check(),
                        (element, count) -> Block.of(turn.own(), element, count)))
                .then();
    }
}
