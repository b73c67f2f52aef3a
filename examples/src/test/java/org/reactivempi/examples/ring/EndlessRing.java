package org.reactivempi.examples.ring;

import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Mpi;
import reactor.core.publisher.Mono;

/** A program that never ends by itself: messages of all lengths go round. */
public final class EndlessRing {

    private static final int LAPS_BEFORE = 200;
    private static final int TAG = 0;

    private EndlessRing() {}

    /** Prints the process's number once messages go round. */
    public static void main(String[] args) {
        Mpi.run(args, world -> {
            int next = (world.rank() + 1) % world.size();
            Buffer data = Buffers.of(new byte[200_000]);
            Buffer room = Buffers.of(new byte[200_000]);
            Mono<Void> lap = Mono.when(
                    world.isend(data, next, TAG),
                    world.isend(Buffers.longs(1), next, TAG),
                    world.irecv(room, Mpi.ANY_SOURCE, TAG),
                    world.receive(Mpi.ANY_SOURCE, TAG));
            return lap.repeat(LAPS_BEFORE)
                    .then(Mono.fromRunnable(
                            () -> System.out.println(ProcessHandle.current().pid())))
                    .then(lap.repeat().then());
        });
    }
}
