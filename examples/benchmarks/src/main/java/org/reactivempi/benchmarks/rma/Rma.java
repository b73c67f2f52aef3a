package org.reactivempi.benchmarks.rma;

import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ExitException;
import org.reactivempi.Mpi;
import org.reactivempi.Window;
import org.reactivempi.benchmarks.pt2pt.Report;
import org.reactivempi.benchmarks.pt2pt.Spread;
import org.reactivempi.benchmarks.pt2pt.WarmUp;
import org.reactivempi.examples.cli.Arguments;
import org.reactivempi.examples.results.Origin;
import org.reactivempi.examples.results.Waiting;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Measures operations of windows: rank 0 does them one after the other, in memory of rank 1; what is collective, all do that play. */
public final class Rma {

    private static final int USAGE_CODE = 2;
    private static final int LEAST_PLAYERS = 2;
    /** Rounds between two looks at rank 0's clock. */
    private static final int BATCH = 10;

    private static final int REPETITIONS_MIN = 5;
    private static final int REPETITIONS_MAX = 200_000;
    /** At most, for the JVM's compiler, which would take the cores from the ranks later. */
    private static final Duration REST = Duration.ofMillis(500);
    /** So many times the warm-up of each operation, at most, while compilers have more to do. */
    private static final int LONGEST_WARM_UP = 5;

    private static final double NANOS_PER_MILLI = 1e6;
    /** Bytes in a microsecond are megabytes in a second. */
    private static final double NANOS_PER_MICRO = 1e3;

    private final Communicator pair;
    private final RmaOptions options;
    private final Duration rest;
    private final Report report;
    private final Window window;
    /** Rank 0 says: 1 if there is another batch, and how many rounds fill a row's time. */
    private final int[] said = new int[2];

    private Rma(Communicator pair, RmaOptions options, Duration rest, Report report, Window window) {
        this.pair = pair;
        this.options = options;
        this.rest = rest;
        this.report = report;
        this.window = window;
    }

    /**
     * Runs this as a rank of the job that launched it.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                Waiting.withSetting(args),
                world -> Arguments.read(world, args, new RmaOptions())
                        .flatMap(options -> play(world, options, Waiting.of(args), REST, System.out)));
    }

    /** Ranks beyond the players wait for their end. */
    static Mono<Void> play(Communicator world, RmaOptions options, String waiting, Duration rest, PrintStream out) {
        int players = options.players;
        if (players < LEAST_PLAYERS) {
            return Mono.error(new ExitException(USAGE_CODE, "rma: --players " + players + ", allowed are 2 or more"));
        }
        if (world.size() < players) {
            String mistake = "rma: " + world.size() + " ranks, needed are " + players + " or more: examples/run rma -n "
                    + players;
            return Mono.error(new ExitException(USAGE_CODE, mistake));
        }
        return world.split(world.rank() < players ? 0 : Mpi.UNDEFINED, world.rank())
                .flatMap(pair -> measure(pair, options, waiting, rest, out))
                .then(world.barrier());
    }

    private static Mono<Void> measure(
            Communicator pair, RmaOptions options, String waiting, Duration rest, PrintStream out) {
        int largest = options.sizes.stream().mapToInt(Integer::intValue).max().orElse(0);
        long bytes = Math.max(Kind.UNDER_WAY * (long) largest, Kind.LEAST_BYTES);
        return pair.channel(pair.rank() == 0 ? 1 : 0).flatMap(channel -> {
            String memory = options.memory.name().toLowerCase(Locale.ROOT);
            PrintStream own = pair.rank() == 0 ? out : new PrintStream(OutputStream.nullOutputStream());
            Report report = new Report(new Origin("reactive-mpi", channel, memory, waiting), options.tsv, own);
            return pair.windows()
                    .allocate(bytes)
                    .flatMap(window -> new Rma(pair, options, rest, report, window)
                            .measure()
                            .then(window.free()));
        });
    }

    /** All of it once before anything is measured: what a later row makes the compiler throw away, an earlier one would pay for. */
    private Mono<Void> measure() {
        return forEach((kind, round) -> warmUp(kind, round.once()))
                .then(forEach((kind, round) -> warmUp(kind, round.once()).then(row(kind, round))));
    }

    /** What is repeated, and its length. */
    private record Round(Mono<Void> once, int bytes) {}

    private Mono<Void> forEach(BiFunction<Kind, Round, Mono<Void>> work) {
        return Flux.fromIterable(options.tests)
                .filter(kind -> kind.isPossible(window) && (pair.size() == LEAST_PLAYERS || kind.isCollective()))
                .concatMap(kind -> Flux.fromIterable(kind.isOfBandwidth() ? options.sizes : List.of(kind.bytes()))
                        .concatMap(bytes -> {
                            Round round = new Round(kind.round(window, options.memory, bytes), bytes);
                            return atOrigin(kind, kind.begin(window))
                                    .then(work.apply(kind, round))
                                    .then(atOrigin(kind, kind.end(window)));
                        }))
                .then();
    }

    private Mono<Void> atOrigin(Kind kind, Mono<Void> work) {
        return pair.rank() == 0 || kind.isCollective() ? work : Mono.empty();
    }

    /** Lets the JVM compile what a row uses, until it has, and finds out how many rounds fill a row's time. */
    private Mono<Void> warmUp(Kind kind, Mono<Void> round) {
        Duration most = rest.isZero() ? rest : Duration.ofMillis((long) LONGEST_WARM_UP * options.warmUpMillis);
        return WarmUp.until(pair, batches(kind, round), rest, most).then(pair.barrier());
    }

    private Mono<Void> batches(Kind kind, Mono<Void> round) {
        long[] start = new long[1];
        int[] batches = new int[1];
        Mono<Void> begin = Mono.fromRunnable(() -> {
            start[0] = System.nanoTime();
            batches[0] = 0;
        });
        Mono<Void> look = Mono.fromRunnable(() -> {
            double millis = (System.nanoTime() - start[0]) / NANOS_PER_MILLI;
            said[0] = millis < options.warmUpMillis ? 1 : 0;
            double fill = ++batches[0] * BATCH * options.millis / millis;
            said[1] = (int) Math.max(REPETITIONS_MIN, Math.min(REPETITIONS_MAX, fill));
        });
        Mono<Void> hear = pair.bcast(Buffers.of(said), 0);
        return begin.then(atOrigin(kind, times(BATCH, round))
                .then(pair.rank() == 0 ? look : Mono.empty())
                .then(hear)
                .repeat(() -> said[0] != 0)
                .then());
    }

    private Mono<Void> row(Kind kind, Round round) {
        return pair.barrier().then(Mono.defer(() -> {
            long[] nanos = new long[said[1]];
            return atOrigin(kind, timed(round.once(), nanos))
                    .then(pair.barrier())
                    .then(Mono.fromRunnable(() -> report(kind, round.bytes(), nanos)));
        }));
    }

    private static Mono<Void> timed(Mono<Void> round, long[] nanos) {
        int[] next = new int[1];
        long[] last = new long[1];
        Mono<Void> begin = Mono.fromRunnable(() -> last[0] = System.nanoTime());
        Mono<Void> lap = Mono.fromRunnable(() -> {
            long now = System.nanoTime();
            nanos[next[0]++] = now - last[0];
            last[0] = now;
        });
        return begin.then(times(nanos.length, round.then(lap)));
    }

    private void report(Kind kind, int bytes, long[] nanos) {
        if (kind.isOfBandwidth()) {
            double micros = Arrays.stream(nanos).sum() / NANOS_PER_MICRO;
            double total = (double) Kind.UNDER_WAY * bytes * nanos.length;
            report.row(kind.test(pair.size()), bytes, "MB_per_s", total / micros);
            return;
        }
        Spread spread = Spread.of(nanos);
        report.row(kind.test(pair.size()), bytes, "p50_us", spread.medianMicros());
        report.row(kind.test(pair.size()), bytes, "p99_us", spread.quantileMicros(0.99));
    }

    private static Mono<Void> times(int n, Mono<Void> round) {
        return round.repeat(n - 1).then();
    }
}
