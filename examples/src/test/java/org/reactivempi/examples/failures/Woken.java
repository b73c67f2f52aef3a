package org.reactivempi.examples.failures;

import static org.reactivempi.Buffers.ints;
import static org.reactivempi.Buffers.longs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.ProcessFailedException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A program of three ranks, whose last one is stopped by the system until the others take it for failed, and then wakes. Whatever a rank
 * does when it hears of a failure, this one does as well: it goes on with the ranks that are left, and the lowest of these writes a file.
 */
public final class Woken {

    private static final int TAG = 0;
    private static final int GO_ON = 1;
    private static final int STOPPED = 2;
    private static final String WAKE_LATER = "while kill -0 $0 || kill -0 $1; do sleep 0.05; done 2>&-; kill -CONT $2";

    private Woken() {}

    /**
     * The stopped rank wakes before the others shrink, after that, when they have ended without, when they are ended after that, or
     * not at all, where somebody else has to end it; the second argument is the file.
     */
    public static void main(String[] args) {
        String what = args[0];
        Path file = Path.of(args[1]);
        Mpi.run(args, world -> switch (world.rank()) {
            case STOPPED -> sleeper(world, file);
            case 0 -> waker(world, what, file);
            default -> other(world, what, file);
        });
    }

    private static Mono<?> sleeper(Communicator world, Path file) {
        atEnd(() -> print(world, "may still act at its end"));
        Mono<Void> greeted = Flux.just(1, 0)
                .concatMap(rank -> world.issend(longs(ProcessHandle.current().pid()), rank, TAG))
                .then();
        // It may be stopped before it knows that its greeting has been received.
        return heard(world, greeted.then(nothing(world, 0))).then(Mono.defer(() -> goOn(world, file)));
    }

    private static Mono<?> waker(Communicator world, String what, Path file) {
        long[] process = new long[1];
        long[] others = new long[1];
        Mono<?> failed = world.irecv(Buffers.of(process), STOPPED, TAG)
                .then(Mono.defer(() -> stop(process[0])))
                .then(fails(world, STOPPED));
        Mono<Void> rest = world.isend(ints(1), 1, GO_ON).then(Mono.defer(() -> goOn(world, file)));
        Mono<Void> woken = Mono.defer(() -> wake(world, process[0]));
        Mono<?> next = switch (what) {
            case "shrink first" -> rest.then(woken);
            case "shrink, wake at end" ->
                Mono.fromRunnable(() -> atEnd(() -> signal("-CONT", process[0])))
                        .then(rest)
                        .then(Mono.defer(() -> untilGone(process[0])));
            case "shrink, don't wake" -> rest.then(Mono.defer(() -> untilGone(process[0])));
            case "wake first" -> woken.then(rest);
            default ->
                world.irecv(Buffers.of(others), 1, GO_ON)
                        .doOnNext(status -> wakeLater(others[0], process[0]))
                        .doOnNext(status -> write(file, "of those that are left\n"));
        };
        return failed.then(next);
    }

    private static Mono<?> other(Communicator world, String what, Path file) {
        Mono<?> next = what.equals("end first")
                ? world.issend(longs(ProcessHandle.current().pid()), 0, GO_ON)
                : world.irecv(Buffers.of(new int[1]), 0, GO_ON).then(Mono.defer(() -> goOn(world, file)));
        return world.irecv(Buffers.of(new long[1]), STOPPED, TAG)
                .then(fails(world, STOPPED))
                .then(next);
    }

    private static Mono<Void> fails(Communicator world, int rank) {
        return heard(world, nothing(world, rank));
    }

    private static Mono<Void> nothing(Communicator world, int rank) {
        return world.receive(rank, GO_ON)
                .then(Mono.error(new IllegalStateException("received from a rank that doesn't send")));
    }

    private static Mono<Void> heard(Communicator world, Mono<Void> failing) {
        return failing.onErrorResume(ProcessFailedException.class, failure -> {
            print(world, "hears that rank " + failure.rank() + " has failed");
            return Mono.empty();
        });
    }

    private static Mono<Void> goOn(Communicator world, Path file) {
        return world.failures()
                .shrink()
                .flatMap(rest -> rest.barrier().then(Mono.fromRunnable(() -> {
                    print(world, "goes on as one of " + rest.size());
                    if (rest.rank() == 0) {
                        write(file, "of " + rest.size() + "\n");
                    }
                })));
    }

    private static void write(Path file, String line) {
        try {
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Mono<Void> stop(long process) {
        signal("-STOP", process);
        return until(() -> state(process).equals("T"));
    }

    private static Mono<Void> until(BooleanSupplier condition) {
        return Flux.interval(Duration.ofMillis(5))
                .onBackpressureDrop()
                .filter(tick -> condition.getAsBoolean())
                .next()
                .then();
    }

    /** Completes when the process has ended, by itself or by the launcher, perhaps before. */
    private static Mono<Void> wake(Communicator world, long process) {
        return Mono.defer(() -> {
            print(world, "wakes rank 2");
            signal("-CONT", process);
            return untilGone(process);
        });
    }

    private static Mono<Void> untilGone(long process) {
        return until(() -> state(process).matches("[ZX]?"));
    }

    private static void atEnd(Runnable what) {
        Runtime.getRuntime().addShutdownHook(new Thread(what));
    }

    private static void wakeLater(long other, long stopped) {
        String self = Long.toString(ProcessHandle.current().pid());
        start("sh", "-c", WAKE_LATER, self, Long.toString(other), Long.toString(stopped));
    }

    private static void signal(String signal, long process) {
        start("kill", signal, Long.toString(process));
    }

    private static void start(String... command) {
        try {
            new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The letter for it; empty if there is none: not every launcher takes notice of the end at once. */
    private static String state(long process) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process), "stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).substring(0, 1);
        } catch (IOException e) {
            return "";
        }
    }

    private static void print(Communicator world, String what) {
        System.out.println("rank " + world.rank() + " " + what);
    }
}
