package org.reactivempi.benchmarks.pt2pt;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.reactivempi.Communicator;
import org.reactivempi.ExitException;
import org.reactivempi.Mpi;
import org.reactivempi.benchmarks.pt2pt.Pt2ptOptions.Style;
import org.reactivempi.benchmarks.pt2pt.Pt2ptOptions.Test;
import org.reactivempi.examples.cli.Arguments;
import org.reactivempi.examples.results.Origin;
import org.reactivempi.examples.results.Waiting;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Measures latency, bandwidth, message rate, completion and queue depth between two ranks. */
public final class Pt2pt {

    private static final int USAGE_CODE = 2;
    private static final int PLAYERS = 2;

    private final Communicator pair;
    private final Pt2ptOptions options;
    private final Pace pace;
    private final PrintStream out;

    private Pt2pt(Communicator pair, Pt2ptOptions options, Pace pace, PrintStream out) {
        this.pair = pair;
        this.options = options;
        this.pace = pace;
        this.out = out;
    }

    /**
     * Runs this as a rank of the job that launched it.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                Waiting.withSetting(args),
                Meters.of(args),
                world -> Arguments.read(world, args, new Pt2ptOptions())
                        .flatMap(options -> play(world, options, Waiting.of(args), options.pace(), System.out)));
    }

    /** Ranks beyond the pair wait for its end. */
    static Mono<Void> play(Communicator world, Pt2ptOptions options, String waiting, Pace pace, PrintStream out) {
        if (world.size() < PLAYERS) {
            String mistake = "pt2pt: " + world.size() + " ranks, needed are 2 or more: examples/run pt2pt -n 2";
            return Mono.error(new ExitException(USAGE_CODE, mistake));
        }
        return world.split(world.rank() < PLAYERS ? 0 : Mpi.UNDEFINED, world.rank())
                .flatMap(pair -> new Pt2pt(pair, options, pace, out).measure(waiting))
                .then(world.barrier());
    }

    private Mono<Void> measure(String waiting) {
        return pair.channel(1 - pair.rank()).flatMap(channel -> {
            List<Mono<Void>> runs = new ArrayList<>();
            if (options.style != Style.BLOCKING) {
                Origin origin = new Origin("reactive-mpi", channel, memory(), waiting);
                runs.add(all(new ReactiveTests(pair, options.memory, options.layout, pace, report(origin)), true));
            }
            if (options.style != Style.REACTIVE) {
                Origin origin = new Origin("reactive-mpi-blocking", channel, memory(), waiting);
                boolean newJvm = options.style == Style.BLOCKING;
                runs.add(all(new BlockingTests(pair, options.memory, options.layout, pace, report(origin)), newJvm)
                        .subscribeOn(Schedulers.boundedElastic()));
            }
            return Flux.concat(runs).then();
        });
    }

    private String memory() {
        String layout = options.layout == Layout.DENSE ? "" : " " + options.layout;
        return (options.memory + layout).toLowerCase(Locale.ROOT);
    }

    private Report report(Origin origin) {
        return new Report(
                origin, options.tsv, pair.rank() == 0 ? out : new PrintStream(OutputStream.nullOutputStream()));
    }

    private Mono<Void> all(Tests style, boolean newJvm) {
        Mono<Void> first = newJvm && options.tests.contains(Test.WARMUP) ? style.toSpeed() : Mono.empty();
        // A layout's test is about three loops that it warms up itself.
        return first.then(options.tests.equals(List.of(Test.LAYOUT)) ? Mono.empty() : style.warmUp(longest()))
                .thenMany(Flux.concat(
                        options.tests.stream().map(test -> one(style, test)).toList()))
                .then();
    }

    /** Some tests have lengths of their own, which are short. */
    private int longest() {
        return Math.max(Tests.LEAST_WRITTEN_BYTES, Collections.max(options.sizes));
    }

    private Mono<Void> one(Tests style, Test test) {
        return switch (test) {
            // Before all others, or never.
            case WARMUP -> Mono.empty();
            case LATENCY ->
                Flux.fromIterable(options.sizes).concatMap(style::latency).then();
            case WRITTEN ->
                style instanceof ReactiveTests reactive
                        ? Flux.fromIterable(options.sizes)
                                .filter(bytes -> bytes >= Tests.LEAST_WRITTEN_BYTES)
                                .concatMap(reactive::written)
                                .then()
                        : Mono.empty();
            case LAYOUT ->
                style instanceof ReactiveTests reactive && options.layout != Layout.DENSE
                        ? Flux.fromIterable(options.sizes)
                                .concatMap(reactive::layouts)
                                .then()
                        : Mono.empty();
            case BW ->
                Flux.fromIterable(options.sizes)
                        .filter(bytes -> bytes >= 8)
                        .concatMap(style::bandwidth)
                        .then();
            case WAITANY ->
                Flux.just(8, 8192)
                        .concatMap(bytes -> style.waitAny(bytes, false).then(style.waitAny(bytes, true)))
                        .then();
            case POSTED -> depths(depth -> style.depth(depth, false));
            case UNEXPECTED -> depths(depth -> style.depth(depth, true));
            case ALLOCATION -> style instanceof ReactiveTests reactive ? reactive.allocation() : Mono.empty();
            case IDLE -> style.idle();
        };
    }

    private static Mono<Void> depths(IntFunction<Mono<Void>> test) {
        return Flux.just(0, 100, 1000, 10_000).concatMap(test::apply).then();
    }
}
