package org.reactivempi.examples.failures;

import static org.reactivempi.Buffers.ints;
import static org.reactivempi.Buffers.longs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.ProcessFailedPendingException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A program whose last rank dies, or ends the job, while the others wait. */
final class Mortals {

    private static final int TAG = 0;
    private static final int READY = 1;
    private static final int NEVER = 2;

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
                greet(world, world.size() - 1, 1)
                        .then(Mono.fromRunnable(Mortals::kill))
                        .then(Mono.never());
            case "be killed" ->
                greet(world, world.size() - 2, (int) ProcessHandle.current().pid())
                        .then(Mono.never());
            case "abort the stubborn" ->
                world.barrier()
                        .then(Mono.fromRunnable(() -> print(world, "aborts at " + System.currentTimeMillis())))
                        .then(world.abort(7));
            case "kill early" -> Mono.fromRunnable(Mortals::kill).then(Mono.never());
            case "stop" ->
                world.issend(longs(ProcessHandle.current().pid()), 0, TAG)
                        .then(Mono.fromRunnable(() -> signal("-STOP")))
                        .then(Mono.never());
            case "overflow" ->
                world.isend(ints(1), 0, TAG).doOnNext(sent -> overflow(0)).then(Mono.never());
            case "abort" -> world.barrier().then(world.abort(7));
            default -> Mono.empty();
        };
    }

    private static Mono<?> others(Communicator world, String what) {
        return switch (what) {
            case "kill" -> world.receive(world.size() - 1, TAG).then(survive(world));
            case "be killed" -> watch(world);
            case "abort the stubborn" -> {
                print(world, "has the number " + ProcessHandle.current().pid());
                Runtime.getRuntime().addShutdownHook(new Thread(Mortals::waitForEver));
                yield world.barrier().then(world.receive(world.size() - 1, TAG));
            }
            case "kill early" -> failed(world, world.size() - 1).then(failed(world, Mpi.ANY_SOURCE));
            case "stop" -> sendToTheStopped(world);
            case "finalize" -> finalized(world);
            default -> world.barrier().then(world.receive(world.size() - 1, TAG));
        };
    }

    /** Completes when so many of the first ranks have received it. */
    private static Mono<Void> greet(Communicator world, int ranks, int greeting) {
        return Flux.range(0, ranks)
                .flatMap(rank -> world.issend(ints(greeting), rank, TAG))
                .then();
    }

    private static int overflow(int depth) {
        return depth < 0 ? depth : 1 + overflow(depth + 1);
    }

    private static void waitForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The last two ranks die one after the other: for the first one, the others have yet to load what failures take. */
    private static Mono<?> watch(Communicator world) {
        int last = world.size() - 1;
        if (world.rank() == last - 1) {
            return greet(world, last - 1, (int) ProcessHandle.current().pid()).then(Mono.never());
        }
        return watch(world, last).then(world.failures().acknowledge()).then(watch(world, last - 1));
    }

    /** Waits for a rank in several ways; rank 0 kills it when all do, and each tells when it has heard of that. */
    private static Mono<?> watch(Communicator world, int mortal) {
        int[] process = new int[1];
        Mono<?> begin = world.rank() == 0
                ? Flux.range(1, world.size() - 3)
                        .flatMap(rank -> world.irecv(Buffers.of(new int[1]), rank, READY))
                        .then(Mono.fromRunnable(() -> kill(world, mortal, process[0])))
                : world.isend(ints(1), 0, READY);
        Mono<?> waits = Mono.when(
                heard(world, mortal, "a receive", world.irecv(Buffers.of(new int[1]), mortal, TAG)),
                heard(world, mortal, "a send", world.isend(ints(new int[1 << 20]), mortal, TAG)),
                heard(world, mortal, "a receive from any", world.irecv(Buffers.of(new int[1]), Mpi.ANY_SOURCE, NEVER)),
                begin);
        return world.irecv(Buffers.of(process), mortal, TAG).then(waits);
    }

    private static void kill(Communicator world, int mortal, int process) {
        print(world, "kills " + mortal + " at " + System.currentTimeMillis());
        ProcessHandle.of(process).orElseThrow().destroyForcibly();
    }

    private static Mono<?> heard(Communicator world, int mortal, String what, Mono<?> operation) {
        return operation
                .then(Mono.error(new IllegalStateException("something of the dead")))
                .onErrorResume(MpiException.class, error -> {
                    String how = " of " + mortal + " ends with " + error.errorClass();
                    print(world, what + how + " at " + System.currentTimeMillis());
                    return Mono.empty();
                });
    }

    private static void kill() {
        signal("-9");
    }

    private static void signal(String signal) {
        try {
            String self = Long.toString(ProcessHandle.current().pid());
            new ProcessBuilder("kill", signal, self).start();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a message to a process that has stopped, and says no more. */
    private static Mono<?> sendToTheStopped(Communicator world) {
        int last = world.size() - 1;
        long[] process = new long[1];
        return world.irecv(Buffers.of(process), last, TAG)
                .then(Flux.interval(Duration.ofMillis(5))
                        .filter(tick -> hasStopped(process[0]))
                        .next())
                .then(world.isend(ints(1), last, TAG));
    }

    private static boolean hasStopped(long process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process), "stat"))
                    .contains(") T ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Mono<?> survive(Communicator world) {
        return world.receive(world.size() - 1, TAG)
                .then(Mono.<Communicator>error(new IllegalStateException("received from the dead")))
                .onErrorResume(ProcessFailedException.class, failure -> {
                    boolean told =
                            failure.since().isPresent() && failure.lastHeard().isPresent();
                    print(world, "lost rank " + failure.rank() + (told ? ", and knows since when" : ""));
                    return world.failures().revoke().then(world.failures().shrink());
                })
                .flatMap(rest -> rest.barrier().then(rest.failures().agree(~(1 << rest.rank()))))
                .doOnNext(value -> print(world, "agrees on " + value));
    }

    /** Waits for a rank that it has never heard of, and that is dead. */
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
                    .then(world.failures().failed())
                    .doOnNext(failed -> print(world, failed.size() + " failed"));
        }
        return world.receive(0, TAG).then(world.isend(ints(1), 0, TAG + 1));
    }

    private static void print(Communicator world, String what) {
        System.out.println("rank " + world.rank() + " " + what);
    }
}
