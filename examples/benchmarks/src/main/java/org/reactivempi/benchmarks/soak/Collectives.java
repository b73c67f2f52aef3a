package org.reactivempi.benchmarks.soak;

import java.util.Random;
import org.reactivempi.Buffer;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What all ranks do together: barriers, and communicators that are made, used and freed; in the same order everywhere. */
final class Collectives {

    private static final int STEPS = 6;
    private static final int TAG = 0;

    private final Communicator world;
    private final Random random;

    Collectives(Communicator world, Random random) {
        this.world = world;
        this.random = random;
    }

    Mono<Void> run() {
        return Flux.range(0, STEPS).concatMap(i -> step()).then();
    }

    private Mono<Void> step() {
        return switch (random.nextInt(3)) {
            case 0 -> world.barrier();
            case 1 -> world.dup().flatMap(Collectives::useAndFree);
            default -> world.split(world.rank() % 2, -world.rank()).flatMap(Collectives::useAndFree);
        };
    }

    /** Everyone sends its rank to the next one, who receives from any. */
    private static Mono<Void> useAndFree(Communicator part) {
        int next = (part.rank() + 1) % part.size();
        int previous = (part.rank() + part.size() - 1) % part.size();
        int[] room = new int[1];
        return Mono.when(
                        part.isend(Buffer.ints(part.rank()), next, TAG),
                        part.irecv(Buffer.ints(room), Mpi.ANY_SOURCE, Mpi.ANY_TAG))
                .then(Mono.defer(() -> room[0] == previous
                        ? part.free()
                        : Mono.error(new IllegalStateException("rank " + room[0] + " is not before " + part.rank()))));
    }
}
