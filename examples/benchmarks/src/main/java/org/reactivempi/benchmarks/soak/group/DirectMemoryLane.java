package org.reactivempi.benchmarks.soak.group;

import java.util.Random;
import org.reactivempi.Buffer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Direct memory in all forms: whole, as a view, from odd addresses, in both byte orders. Messages between two neighbours, in both
 * directions at once, and collective operations.
 */
final class DirectMemoryLane implements GroupLane {

    private static final int MESSAGES = 6;
    private static final int CALLS = 3;
    private static final int LONGEST = 120_000;
    private static final int TAG = 73;

    @Override
    public String name() {
        return "direct-memory";
    }

    @Override
    public Mono<Void> run(Turn turn) {
        return Flux.range(0, MESSAGES)
                .concatMap(i -> exchange(turn))
                .thenMany(Flux.range(0, CALLS)
                        .concatMap(i -> CollectiveCall.next(
                                turn.all(),
                                turn.random(),
                                turn.check(),
                                (element, count) -> block(turn.own(), element, count))))
                .then();
    }

    private static Block block(Random own, Element element, int count) {
        return Block.of(own, own.nextBoolean() ? Block.Memory.DIRECT : Block.Memory.DIRECT_VIEW, element, count);
    }

    private static Mono<Void> exchange(Turn turn) {
        Element element = Element.values()[turn.random().nextInt(Element.values().length)];
        int count = turn.length(LONGEST);
        int places = turn.random().nextInt(turn.size());
        int source = turn.after(-places);
        Values values = turn.values();
        Block mine = block(turn.own(), element, count).fill(i -> values.at(turn.rank(), i));
        String what = "message of rank " + source;
        if (turn.random().nextBoolean()) {
            return turn.all()
                    .isendrecvReplace(mine.buffer(), turn.after(places), TAG, source, TAG)
                    .then(Mono.fromRunnable(
                            () -> mine.check(turn.check(), what + ", in its place", i -> values.at(source, i))));
        }
        Block room = block(turn.own(), element, count);
        Buffer data = mine.buffer();
        return Mono.when(
                        turn.own().nextBoolean()
                                ? turn.all().isend(data, turn.after(places), TAG)
                                : turn.all().issend(data, turn.after(places), TAG),
                        turn.all().irecv(room.buffer(), source, TAG))
                .then(Mono.fromRunnable(() -> {
                    room.check(turn.check(), what, i -> values.at(source, i));
                    mine.check(turn.check(), "what was sent", i -> values.at(turn.rank(), i));
                }));
    }
}
