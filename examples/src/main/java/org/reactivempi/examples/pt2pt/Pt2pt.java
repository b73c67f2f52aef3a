package org.reactivempi.examples.pt2pt;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.reactivempi.Communicator;
import org.reactivempi.ExitException;
import org.reactivempi.Mpi;
import org.reactivempi.examples.cli.Arguments;
import org.reactivempi.examples.pt2pt.Pt2ptOptions.Style;
import org.reactivempi.examples.pt2pt.Pt2ptOptions.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Measures latency, bandwidth, message rate, completion and queue depth between two ranks. */
public final class Pt2pt {

    private static final int USAGE_CODE = 2;

    private final Communicator world;
    private final Pt2ptOptions options;

    private Pt2pt(Communicator world, Pt2ptOptions options) {
        this.world = world;
        this.options = options;
    }

    /**
     * Runs this as a rank of the job that launched it.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new Pt2ptOptions())
                        .flatMap(options -> new Pt2pt(world, options).play()));
    }

    private Mono<Void> play() {
        if (world.size() == 2) {
            return world.channel(1 - world.rank()).flatMap(this::measure);
        }
        String mistake = "pt2pt: " + world.size() + " ranks, needed are 2: examples/run pt2pt -n 2";
        return world.rank() == 0 ? Mono.error(new ExitException(USAGE_CODE, mistake)) : Mono.never();
    }

    private Mono<Void> measure(String channel) {
        List<Mono<Void>> runs = new ArrayList<>();
        if (options.style != Style.BLOCKING) {
            Report report = new Report("reactive-mpi", channel, world.rank() == 0, options.tsv);
            runs.add(all(new ReactiveTests(world, report, options.quick)));
        }
        if (options.style != Style.REACTIVE) {
            Report report = new Report("reactive-mpi-blocking", channel, world.rank() == 0, options.tsv);
            runs.add(all(new BlockingTests(world, report, options.quick)).subscribeOn(Schedulers.boundedElastic()));
        }
        return Flux.concat(runs).then();
    }

    private Mono<Void> all(Tests style) {
        return style.warmUp()
                .thenMany(Flux.concat(
                        options.tests.stream().map(test -> one(style, test)).toList()))
                .then(Mono.fromRunnable(style.report::end));
    }

    private static Mono<Void> one(Tests style, Test test) {
        return switch (test) {
            case LATENCY ->
                Flux.fromIterable(Tests.SIZES).concatMap(style::latency).then();
            case BW ->
                Flux.fromIterable(Tests.SIZES)
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
