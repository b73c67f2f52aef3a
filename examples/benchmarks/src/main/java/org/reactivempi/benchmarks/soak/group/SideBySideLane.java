package org.reactivempi.benchmarks.soak.group;

import java.util.List;
import java.util.stream.Stream;
import org.reactivempi.Communicator;
import reactor.core.publisher.Mono;

/** Nonblocking collective operations, several at once on one communicator, and the same on another one of the ranks in reverse. */
final class SideBySideLane implements GroupLane {

    private static final int CALLS = 5;

    @Override
    public String name() {
        return "side-by-side";
    }

    @Override
    public Mono<Void> run(Turn turn) {
        return Mono.usingWhen(
                turn.all().split(0, -turn.rank()),
                reversed -> Mono.when(several(turn, turn.all()), several(turn, reversed)),
                Communicator::free);
    }

    private static Mono<Void> several(Turn turn, Communicator communicator) {
        List<Mono<Void>> calls = Stream.generate(() -> CollectiveCall.next(
                        communicator,
                        turn.random(),
                        turn.check(),
                        (element, count) -> Block.of(turn.own(), element, count)))
                .limit(CALLS)
                .toList();
        return Mono.when(calls);
    }
}
