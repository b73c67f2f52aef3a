package org.reactivempi.benchmarks.soak.group;

import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Barriers, and communicators that are made, used and freed. */
final class CommunicatorsLane implements GroupLane {

    private static final int STEPS = 6;
    private static final int TAG = 0;

    @Override
    public String name() {
        return "communicators";
    }

    @Override
    public Mono<Void> run(Turn turn) {
        return Flux.range(0, STEPS).concatMap(i -> step(turn)).then();
    }

    private static Mono<Void> step(Turn turn) {
        Communicator all = turn.all();
        return switch (turn.random().nextInt(3)) {
            case 0 -> all.barrier();
            case 1 -> all.dup().flatMap(part -> useAndFree(turn, part, turn.size(), turn.rank()));
            default ->
                all.split(turn.rank() % 2, -turn.rank())
                        .flatMap(part -> useAndFree(
                                turn,
                                part,
                                (turn.size() + 1 - turn.rank() % 2) / 2,
                                (turn.size() - 1 - turn.rank()) / 2));
        };
    }

    /** Everyone sends its rank to the next one, which receives from any. */
    private static Mono<Void> useAndFree(Turn turn, Communicator part, int size, int rank) {
        turn.check().equal("size of a part", size, part.size());
        turn.check().equal("rank in a part", rank, part.rank());
        int next = (part.rank() + 1) % part.size();
        int previous = (part.rank() + part.size() - 1) % part.size();
        int[] room = new int[1];
        return Mono.when(
                        part.isend(Buffers.ints(part.rank()), next, TAG),
                        part.irecv(Buffers.of(room), Mpi.ANY_SOURCE, Mpi.ANY_TAG)
                                .doOnNext(status -> turn.check().equal("source", previous, status.source())))
                .then(Mono.defer(() -> {
                    turn.check().equal("rank of the one before", previous, room[0]);
                    return part.free();
                }));
    }
}
