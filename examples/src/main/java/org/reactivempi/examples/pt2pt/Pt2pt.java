package org.reactivempi.examples.pt2pt;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.reactivempi.Communicator;
import org.reactivempi.ExitException;
import org.reactivempi.Mpi;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Measures latency, bandwidth, message rate, completion and queue depth between two ranks. */
@Command(name = "pt2pt", description = "Measures messages between two ranks.", sortOptions = false)
public final class Pt2pt {

    enum Style {
        REACTIVE,
        BLOCKING,
        BOTH
    }

    enum Test {
        LATENCY,
        BW,
        WAITANY,
        POSTED,
        UNEXPECTED,
        ALLOCATION,
        IDLE
    }

    @Option(names = "--tsv", description = "Print tab-separated rows: impl, transport, test, bytes, metric, value.")
    private boolean tsv;

    @Option(
            names = {"-q", "--quick"},
            description = "A tenth of the iterations.")
    private boolean quick;

    @Option(
            names = "--style",
            paramLabel = "STYLE",
            description = "How to call: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Style style = Style.BOTH;

    @Option(
            names = {"-t", "--tests"},
            split = ",",
            paramLabel = "TEST",
            description = "Only these, separated by commas: ${COMPLETION-CANDIDATES}.")
    private List<Test> tests = List.of(Test.values());

    @Option(names = "--help", usageHelp = true, description = "Show this and exit.")
    private boolean help;

    private Pt2pt() {}

    /**
     * Runs the benchmark.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(args, world -> {
            Pt2pt options = new Pt2pt();
            CommandLine line = new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true);
            try {
                line.parseArgs(args);
            } catch (CommandLine.ParameterException e) {
                return onlyRankZero(world, Mono.error(new ExitException(2, String.valueOf(e.getMessage()))));
            }
            if (options.help) {
                return onlyRankZero(world, Mono.fromRunnable(() -> line.usage(System.out)));
            }
            if (world.size() != 2) {
                return onlyRankZero(
                        world, Mono.error(new ExitException(2, "pt2pt needs 2 ranks, not " + world.size() + ": -n 2")));
            }
            return options.measure(world);
        });
    }

    /** What the user is to see once; the other rank waits for it, or for its end by the launcher. */
    private static Mono<Void> onlyRankZero(Communicator world, Mono<Void> action) {
        return (world.rank() == 0 ? action : Mono.<Void>empty()).then(world.barrier());
    }

    private Mono<Void> measure(Communicator world) {
        List<Mono<Void>> runs = new ArrayList<>();
        if (style != Style.BLOCKING) {
            Report report = new Report("reactive-mpi", world, tsv);
            runs.add(all(new ReactiveTests(world, report, quick)));
        }
        if (style != Style.REACTIVE) {
            Report report = new Report("reactive-mpi-blocking", world, tsv);
            runs.add(all(new BlockingTests(world, report, quick)).subscribeOn(Schedulers.boundedElastic()));
        }
        return Flux.concat(runs).then();
    }

    private Mono<Void> all(Tests style) {
        return style.warmUp()
                .thenMany(
                        Flux.concat(tests.stream().map(test -> one(style, test)).toList()))
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
