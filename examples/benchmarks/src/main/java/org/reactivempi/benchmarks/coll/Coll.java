package org.reactivempi.benchmarks.coll;

import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.benchmarks.pt2pt.Report;
import org.reactivempi.benchmarks.pt2pt.Spread;
import org.reactivempi.benchmarks.pt2pt.WarmUp;
import org.reactivempi.examples.cli.Arguments;
import org.reactivempi.examples.results.Origin;
import org.reactivempi.examples.results.Waiting;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Measures collective operations in two ways: each after a barrier, where its time is that of the slowest rank, and one after the
 * other without anything between them, where ranks may run ahead.
 *
 * <pre>
 *  rank 0   barrier |== operation ==|      barrier |== ...
 *  rank 1   barrier |=== operation ===|    barrier |== ...
 *                   '-- longest -----'
 * </pre>
 */
public final class Coll {

    /** Operations between two looks at rank 0's clock. */
    private static final int BATCH = 10;

    private static final int REPETITIONS_MIN = 5;
    private static final int REPETITIONS_MAX = 20_000;
    /** At most, for the JVM's compiler, which would take the cores from the ranks later. */
    private static final Duration REST = Duration.ofMillis(500);
    /** So many times the warm-up of each operation, at most, while compilers have more to do. */
    private static final int LONGEST_WARM_UP = 10;

    private static final double NANOS_PER_MILLI = 1e6;

    private final Communicator world;
    private final CollOptions options;
    private final Duration rest;
    private final Report report;
    /** Rank 0 says: 1 if there is another batch, and how many operations fill a row's time. */
    private final int[] said = new int[2];

    private Coll(Communicator world, CollOptions options, Duration rest, Report report) {
        this.world = world;
        this.options = options;
        this.rest = rest;
        this.report = report;
    }

    /**
     * Runs this as a rank of the job that launched it.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                Waiting.withSetting(args),
                world -> Arguments.read(world, args, new CollOptions())
                        .flatMap(options -> play(world, options, Waiting.of(args), REST, System.out)));
    }

    static Mono<Void> play(Communicator world, CollOptions options, String waiting, Duration rest, PrintStream out) {
        return world.channel((world.rank() + 1) % world.size()).flatMap(channel -> {
            String memory = options.memory.name().toLowerCase(Locale.ROOT);
            Origin origin = new Origin("reactive-mpi", channel, memory, waiting);
            PrintStream own = world.rank() == 0 ? out : new PrintStream(OutputStream.nullOutputStream());
            return new Coll(world, options, rest, new Report(origin, options.tsv, own)).measure();
        });
    }

    /**
     * All of it once before anything is measured, and what {@link #longest} does after it: what a later row makes the compiler throw
     * away, an earlier one would pay for.
     */
    private Mono<Void> measure() {
        return forEach((kind, bytes) -> kind.with(
                        world,
                        options.memory,
                        bytes,
                        operation -> warmUp(operation)
                                .then(Mono.defer(() -> longest(new long[REPETITIONS_MAX])))
                                .then()))
                .then(forEach((kind, bytes) ->
                        kind.with(world, options.memory, bytes, operation -> row(kind, bytes, operation))));
    }

    private Mono<Void> forEach(BiFunction<Kind, Integer, Mono<Void>> work) {
        return Flux.fromIterable(options.tests)
                .concatMap(kind -> Flux.fromIterable(kind.hasLength() ? options.sizes : List.of(0))
                        .concatMap(bytes -> work.apply(kind, bytes)))
                .then();
    }

    private Mono<Void> row(Kind kind, int bytes, Mono<Void> operation) {
        String test = kind.test(world.size());
        return warmUp(operation)
                .then(Mono.defer(() -> behindBarriers(operation, new long[said[1]])))
                .doOnNext(spread -> {
                    report.row(test, bytes, "p50_us", spread.medianMicros() / kind.elements());
                    report.row(test, bytes, "p99_us", spread.quantileMicros(0.99) / kind.elements());
                })
                .then(Mono.defer(() -> again(operation, said[1])))
                .doOnNext(spread -> report.row(test, bytes, "again_us", spread.meanMicros() / kind.elements()))
                .then();
    }

    /** Lets the JVM compile what a row uses, both ways, until it has. */
    private Mono<Void> warmUp(Mono<Void> operation) {
        Duration most = rest.isZero() ? rest : Duration.ofMillis((long) LONGEST_WARM_UP * options.warmUpMillis);
        return WarmUp.until(world, round(operation), rest, most).then(world.barrier());
    }

    /** Runs the operation for a while, and finds out how many of them fill a row's time. */
    private Mono<Void> round(Mono<Void> operation) {
        long[] start = new long[1];
        int[] batches = new int[1];
        Mono<Void> begin = Mono.fromRunnable(() -> {
            start[0] = System.nanoTime();
            batches[0] = 0;
        });
        Mono<Void> batch = times(BATCH, world.barrier().then(operation)).then(times(BATCH, operation));
        Mono<Void> look = Mono.fromRunnable(() -> {
            double millis = (System.nanoTime() - start[0]) / NANOS_PER_MILLI;
            said[0] = millis < options.warmUpMillis ? 1 : 0;
            double fill = ++batches[0] * BATCH * options.millis / millis;
            said[1] = (int) Math.max(REPETITIONS_MIN, Math.min(REPETITIONS_MAX, fill));
        });
        Mono<Void> hear = world.bcast(Buffers.of(said), 0);
        return begin.then(Mono.defer(() ->
                        batch.then(world.rank() == 0 ? look : Mono.empty()).then(hear))
                .repeat(() -> said[0] != 0)
                .then());
    }

    private Mono<Spread> behindBarriers(Mono<Void> operation, long[] nanos) {
        int[] next = new int[1];
        long[] start = new long[1];
        Mono<Void> one = world.barrier()
                .then(Mono.<Void>fromRunnable(() -> start[0] = System.nanoTime()))
                .then(operation)
                .then(Mono.fromRunnable(() -> nanos[next[0]++] = System.nanoTime() - start[0]));
        return times(nanos.length, one).then(longest(nanos));
    }

    private Mono<Spread> again(Mono<Void> operation, int repetitions) {
        long[] nanos = new long[1];
        return world.barrier()
                .then(Mono.<Void>fromRunnable(() -> nanos[0] = System.nanoTime()))
                .then(times(repetitions, operation))
                .then(Mono.<Void>fromRunnable(() -> nanos[0] = (System.nanoTime() - nanos[0]) / repetitions))
                .then(longest(nanos));
    }

    /** Of each time that of the slowest rank. */
    private Mono<Spread> longest(long[] nanos) {
        return world.allreduce(Buffer.inPlace(), Buffers.of(nanos), Op.MAX)
                .then(Mono.fromSupplier(() -> Spread.of(nanos)));
    }

    private static Mono<Void> times(int n, Mono<Void> operation) {
        return operation.repeat(n - 1).then();
    }
}
