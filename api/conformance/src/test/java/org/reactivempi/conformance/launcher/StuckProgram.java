package org.reactivempi.conformance.launcher;

import static org.reactivempi.Buffers.ints;

import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Each rank sends to its neighbour, and then both wait for a message that nobody sends. As long as standard input has not ended, a
 * thread of rank 0 may act.
 */
public final class StuckProgram {

    private static final int NEIGHBOURS = 1;
    private static final int STUCK = 2;

    private final Communicator world;
    private final int other;

    private StuckProgram(Communicator world) {
        this.world = world;
        this.other = 1 - world.rank();
    }

    /** Runs a rank of two. */
    public static void main(String[] args) {
        Mpi.run(args, world -> new StuckProgram(world).run());
    }

    private Mono<Void> run() {
        return Mono.when(
                        world.isend(ints(7), other, NEIGHBOURS), world.irecv(Buffers.of(new int[1]), other, NEIGHBOURS))
                .then(Mono.fromRunnable(() -> System.out.println("rank " + world.rank() + " waits")))
                .then(Mono.when(stuck(), input()));
    }

    private Mono<?> stuck() {
        return world.irecv(Buffers.of(new int[1]), other, STUCK).checkpoint("the receive that never ends");
    }

    private static Mono<?> input() {
        return Mono.fromCallable(System.in::read).subscribeOn(Schedulers.boundedElastic());
    }
}
