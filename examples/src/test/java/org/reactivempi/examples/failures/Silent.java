package org.reactivempi.examples.failures;

import static org.reactivempi.Buffers.longs;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.ProcessFailedException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A program of four ranks. Rank 2 takes its progress thread for itself, and rank 3 is stopped by the system: for ever,
 * or for so long that only connections break.
 */
final class Silent {

    private static final int TAG = 0;
    private static final int BUSY = 2;
    private static final int STOPPED = 3;
    private static final String PAUSE = "trap '' INT TERM; kill -STOP $0 && sleep $1; kill -CONT $0";

    private Silent() {}

    public static void main(String[] args) {
        boolean forEver = args[0].equals("for ever");
        Mpi.run(args, world -> switch (world.rank()) {
            case BUSY ->
                greetAll(world).then(Mono.fromRunnable(Silent::keepThread)).then(Mono.never());
            case STOPPED ->
                greetAll(world)
                        .then(Mono.fromRunnable(() -> signal(forEver ? "kill -STOP $0" : PAUSE)))
                        .then(forEver ? Mono.never() : answer(world));
            default -> forEver ? survive(world) : outlast(world);
        });
    }

    /** Tells all others which process this is. Completes when they have received it. */
    private static Mono<Void> greetAll(Communicator world) {
        long process = ProcessHandle.current().pid();
        return Flux.range(0, world.size())
                .filter(rank -> rank < BUSY)
                .flatMap(rank -> world.issend(longs(process), rank, TAG))
                .then();
    }

    private static void keepThread() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a progress thread", e);
        }
    }

    private static void signal(String script) {
        try {
            String self = Long.toString(ProcessHandle.current().pid());
            new ProcessBuilder("sh", "-c", script, self, "2").start();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Mono<?> survive(Communicator world) {
        return Mono.zip(greeting(world, BUSY), greeting(world, STOPPED))
                .flatMap(processes -> Mono.when(fails(world, BUSY), fails(world, STOPPED))
                        .then(world.failures().shrink())
                        .flatMap(rest -> rest.barrier().then(rest.failures().agree(~(1 << rest.rank()))))
                        .doOnNext(value -> print(world, "agrees on " + value))
                        .doFinally(end -> {
                            end(processes.getT1());
                            end(processes.getT2());
                        }));
    }

    private static Mono<Long> greeting(Communicator world, int rank) {
        long[] process = new long[1];
        return world.irecv(Buffers.of(process), rank, TAG).map(status -> process[0]);
    }

    private static Mono<Void> fails(Communicator world, int rank) {
        return world.receive(rank, TAG)
                .then(Mono.<Void>error(new IllegalStateException("received from a rank that is silent")))
                .onErrorResume(ProcessFailedException.class, failure -> {
                    print(world, "gives rank " + failure.rank() + " up");
                    return Mono.empty();
                });
    }

    /** Somebody has to: the launcher waits for them. */
    private static void end(long process) {
        ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly);
    }

    /** Sends to the stopped rank all the time, and hears of all of it when that goes on. */
    private static Mono<?> outlast(Communicator world) {
        return Mono.zip(greeting(world, BUSY), greeting(world, STOPPED))
                .flatMap(processes -> Flux.range(1, 10)
                        .concatMap(number -> world.isend(longs(number), STOPPED, TAG)
                                .then(Mono.delay(Duration.ofMillis(100), world.scheduler())))
                        .then(world.receive(STOPPED, TAG))
                        .doOnNext(message -> print(world, "hears of all"))
                        .doFinally(signal -> end(processes.getT1())));
    }

    private static Mono<?> answer(Communicator world) {
        return Flux.range(0, BUSY)
                .concatMap(rank -> Flux.range(1, 10)
                        .concatMap(number -> numbered(world, rank, number))
                        .then(world.issend(longs(0), rank, TAG)))
                .then();
    }

    private static Mono<Void> numbered(Communicator world, int rank, long number) {
        long[] room = new long[1];
        return world.irecv(Buffers.of(room), rank, TAG)
                .flatMap(status -> room[0] == number
                        ? Mono.empty()
                        : Mono.error(new IllegalStateException("got " + room[0] + " in place of " + number)));
    }

    private static void print(Communicator world, String what) {
        System.out.println("rank " + world.rank() + " " + what);
    }
}
