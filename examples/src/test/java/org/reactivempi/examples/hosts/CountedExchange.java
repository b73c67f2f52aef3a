package org.reactivempi.examples.hosts;

import org.reactivempi.Buffers;
import org.reactivempi.Mpi;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Two ranks exchange numbers, as many as the argument says, and look whether each comes, once and in order. Then, where there is a second argument,
 * each waits for what the other never sends. A rank that loses the other asks for an agreement.
 */
public final class CountedExchange {

    static final String BEGUN = "messages are exchanged";

    private static final int ROUNDS_BEFORE = 500;
    private static final int TAG = 0;

    private CountedExchange() {}

    public static void main(String[] args) {
        Mpi.run(args, world -> {
            int rounds = Integer.parseInt(args[0]);
            int peer = 1 - world.rank();
            long[] sent = new long[1];
            long[] room = new long[1];
            Mono<Void> round = Mono.when(
                            world.isend(Buffers.longs(sent), peer, TAG), world.irecv(Buffers.of(room), peer, TAG))
                    .then(Mono.fromRunnable(() -> {
                        if (room[0] != sent[0]) {
                            throw new IllegalStateException("expected " + sent[0] + ", got " + room[0]);
                        }
                        if (++sent[0] == ROUNDS_BEFORE) {
                            System.out.println(BEGUN);
                        }
                    }));
            Mono<?> last = args.length < 2 ? Mono.empty() : world.receive(peer, TAG + 1);
            return Flux.range(0, rounds)
                    .concatMap(number -> round)
                    .then(last)
                    .then(Mono.fromRunnable(() -> System.out.println(sent[0] + " in order")))
                    .onErrorResume(lost -> world.failures()
                            .agree(1)
                            .doOnError(error -> System.out.println("no agreement of all: " + error.getMessage()))
                            .onErrorComplete()
                            .then(Mono.error(lost)));
        });
    }
}
