package org.reactivempi.examples.failures;

import static org.reactivempi.Buffer.ints;

import java.io.IOException;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.ProcessFailedPendingException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A program whose last rank dies, or ends the job, while the others wait. */
final class Mortals {

    private static final int TAG = 0;

    private Mortals() {}

    public static void main(String[] args) {
        Mpi.run(args, world -> isLast(world) ? last(world, args[0]) : others(world, args[0]));
    }

    private static boolean isLast(Communicator world) {
        return world.rank() == world.size() - 1;
    }

    private static Mono<?> last(Communicator world, String what) {
        return switch (what) {
            case "kill" ->
                greetAll(world).then(Mono.fromRunnable(Mortals::kill)).then(Mono.never());
            case "kill early" -> Mono.fromRunnable(Mortals::kill).then(Mono.never());
            case "abort" -> world.barrier().then(world.abort(7));
            default -> Mono.empty();
        };
    }

    private static Mono<?> others(Communicator world, String what) {
        return switch (what) {
            case "kill" -> world.receive(world.size() - 1, TAG).then(survive(world));
            case "kill early" -> failed(world, world.size() - 1).then(failed(world, Mpi.ANY_SOURCE));
            case "finalize" -> finalized(world);
            default -> world.barrier().then(world.receive(world.size() - 1, TAG));
        };
    }

    /** Completes when all have received it. */
    private static Mono<Void> greetAll(Communicator world) {
        return Flux.range(0, world.size() - 1)
                .flatMap(rank -> world.issend(ints(1), rank, TAG))
                .then();
    }

    private static void kill() {
        try {
            String self = Long.toString(ProcessHandle.current().pid());
            new ProcessBuilder("kill", "-9", self).start();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Mono<?> survive(Communicator world) {
        return world.receive(world.size() - 1, TAG)
                .then(Mono.<Communicator>error(new IllegalStateException("received from the dead")))
                .onErrorResume(ProcessFailedException.class, failure -> {
                    boolean told =
                            failure.since().isPresent() && failure.lastHeard().isPresent();
                    print(world, "lost rank " + failure.rank() + (told ? ", and knows since when" : ""));
                    return world.revoke().then(world.shrink());
                })
                .flatMap(rest -> rest.barrier().then(rest.agree(~(1 << rest.rank()))))
                .doOnNext(value -> print(world, "agrees on " + value));
    }

    /** Waits for somebody whom it has never heard of, and who is dead. */
    private static Mono<?> failed(Communicator world, int source) {
        return world.receive(source, TAG)
                .then(Mono.error(new IllegalStateException("received from the dead")))
                .onErrorResume(
                        error -> error instanceof ProcessFailedException
                                || error instanceof ProcessFailedPendingException,
                        error -> {
                            print(world, "hears of " + error.getClass().getSimpleName());
                            return Mono.empty();
                        });
    }

    /** Rank 1 lets rank 0 wait until that has tried to reach the last rank, which has finalized. */
    private static Mono<?> finalized(Communicator world) {
        if (world.rank() == 0) {
            Mono<?> exact = world.receive(world.size() - 1, TAG)
                    .then(Mono.error(new IllegalStateException("received from nobody")))
                    .onErrorResume(ProcessFailedException.class, gone -> world.isend(ints(1), 1, TAG));
            return Mono.when(exact, world.receive(Mpi.ANY_SOURCE, TAG + 1))
                    .then(world.getFailed())
                    .doOnNext(failed -> print(world, failed.size() + " failed"));
        }
        return world.receive(0, TAG).then(world.isend(ints(1), 0, TAG + 1));
    }

    private static void print(Communicator world, String what) {
        System.out.println("rank " + world.rank() + " " + what);
    }
}
