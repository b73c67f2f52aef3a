package org.reactivempi.benchmarks.soak;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ExitException;
import org.reactivempi.Mpi;
import org.reactivempi.Settings;
import org.reactivempi.benchmarks.soak.side.SideLane;
import org.reactivempi.examples.cli.Arguments;
import org.reactivempi.transport.faulty.Faults;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A rank of the soak. Rank 0 orders rounds until the time is up, and hears a report from each rank after each one.
 *
 * <pre>
 *  rank 0:   order --&gt; round --&gt; reports --+--&gt; time is up: order to end --&gt; summary
 *              ^---------------------------+
 *  others:   order --&gt; round --&gt; report, and again, until the order to end
 * </pre>
 */
public final class SoakRank {

    private static final int ORDER_TAG = 201;
    private static final int REPORT_TAG = 202;
    private static final int PROCESS_TAG = 203;
    private static final long END = -1;
    private static final int FAILED = 1;
    private static final Duration BETWEEN_SAMPLES = Duration.ofSeconds(1);
    private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

    private final Communicator world;
    private final SoakOptions options;
    private final Faults faults;
    private final PrintStream out;
    private final Lanes lanes;
    private final Ledger ledger;
    private final Usage usage = new Usage();
    private final Map<String, SideLane> sides;
    private final AtomicReferenceArray<Report> reports;
    private final AtomicBoolean summarized = new AtomicBoolean();
    private final long started = System.nanoTime();
    private long sampled = started;
    private long told = started;
    private long nextRound;
    private @Nullable Round traffic;
    private volatile @Nullable Pauses pauses;

    SoakRank(Communicator world, SoakOptions options, Faults faults, PrintStream out) {
        this.world = world;
        this.options = options;
        this.faults = faults;
        this.out = out;
        this.lanes = new Lanes(options);
        this.ledger = new Ledger(lanes.names());
        this.sides = world.rank() == 0 ? lanes.sides(ledger) : Map.of();
        this.reports = new AtomicReferenceArray<>(world.size());
    }

    /**
     * Runs this as a rank of the job that {@link Soak} has launched.
     *
     * @param args see {@code --help} of the soak
     */
    public static void main(String[] args) {
        Faults faults = Faults.create();
        Mpi.run(
                args,
                Settings.create().attach(faults),
                world -> Arguments.read(world, args, new SoakOptions())
                        .flatMap(options -> new SoakRank(world, options, faults, System.out).runToItsEnd()));
    }

    /** An interrupt ends it with a summary of what is known. */
    private Mono<Void> runToItsEnd() {
        if (world.rank() == 0) {
            Runtime.getRuntime().addShutdownHook(new Thread(this::endEarly, "soak-summary"));
            out.println("soak: " + world.size() + " ranks over " + options.channel + " for " + options.time.toSeconds()
                    + " s, seed " + options.seed());
            lanes.missing().forEach(line -> out.println("soak: " + line));
        }
        return run();
    }

    private void endEarly() {
        sides.values().forEach(SideLane::close);
        summarize(true);
    }

    Mono<Void> run() {
        return world.buffers()
                .attachAutomatic()
                .then(lanes.groups(world))
                .doOnNext(groups -> traffic = new Round(world, options.seed(), ledger, lanes, groups))
                .flatMap(groups -> (world.rank() == 0 ? lead() : follow())
                        .then(Flux.fromIterable(groups.values())
                                .concatMap(Communicator::free)
                                .then()))
                .then(Mono.defer(this::end));
    }

    private Mono<Void> lead() {
        return processes()
                .flatMap(processes -> {
                    Pauses running = new Pauses(processes, options.pauseEvery, options.seed());
                    pauses = running;
                    List<Mono<Void>> all = new ArrayList<>(List.of(rounds(), running.run()));
                    sides.values().forEach(side -> all.add(side.run()));
                    return Mono.firstWithSignal(all);
                })
                .doFinally(end -> sides.values().forEach(SideLane::close));
    }

    private Mono<Void> rounds() {
        return Mono.defer(() -> Mono.just(isOver() ? END : nextRound++))
                .flatMap(number -> order(number).then(number == END ? Mono.just(END) : roundOf(number)))
                .repeat()
                .takeUntil(number -> number == END)
                .then();
    }

    /** However short the time was, the lanes that run next to the rounds do once what they do. */
    private boolean isOver() {
        return System.nanoTime() - started > options.time.toNanos()
                && sides.values().stream().allMatch(side -> side.count() > 0);
    }

    private Mono<Void> order(long number) {
        return Flux.range(1, world.size() - 1)
                .flatMap(rank -> world.isend(Buffers.longs(number), rank, ORDER_TAG), world.size())
                .then();
    }

    private Mono<Long> roundOf(long number) {
        return round(number)
                .thenMany(Flux.range(1, world.size() - 1)
                        .concatMap(rank -> received(
                                        rank,
                                        REPORT_TAG,
                                        Report.length(lanes.names().size()))
                                .doOnNext(report -> reports.set(rank, Report.of(report)))))
                .then(Mono.fromSupplier(() -> {
                    tell();
                    return number;
                }));
    }

    private Mono<long[]> received(int rank, int tag, int length) {
        return Mono.defer(() -> {
            long[] room = new long[length];
            return world.irecv(Buffers.of(room), rank, tag).thenReturn(room);
        });
    }

    private Mono<Void> round(long number) {
        return Objects.requireNonNull(traffic).run(number).doOnSuccess(done -> sample());
    }

    private void sample() {
        long now = System.nanoTime();
        if (now - sampled > BETWEEN_SAMPLES.toNanos()) {
            sampled = now;
            usage.add(now, Sample.now());
        }
    }

    private Report report() {
        return ledger.report(faults.cuts(), usage);
    }

    private Mono<Void> follow() {
        long[] process = {ProcessHandle.current().pid()};
        return world.isend(Buffers.longs(process), 0, PROCESS_TAG)
                .then(received(0, ORDER_TAG, 1)
                        .map(order -> order[0])
                        .flatMap(number -> number == END ? Mono.just(END) : reported(number))
                        .repeat()
                        .takeUntil(number -> number == END)
                        .then());
    }

    private Mono<Long> reported(long number) {
        return round(number)
                .then(Mono.defer(() -> world.isend(Buffers.longs(report().toLongs()), 0, REPORT_TAG)))
                .thenReturn(number);
    }

    private Mono<long[]> processes() {
        return Flux.range(1, world.size() - 1)
                .concatMap(rank -> received(rank, PROCESS_TAG, 1))
                .map(process -> process[0])
                .startWith(ProcessHandle.current().pid())
                .collectList()
                .map(all -> all.stream().mapToLong(Long::longValue).toArray());
    }

    /** A line a minute. */
    private void tell() {
        long now = System.nanoTime();
        if (now - told > BETWEEN_LINES.toNanos()) {
            told = now;
            reports.set(0, report());
            out.println(Summary.soFar(Duration.ofNanos(now - started), nextRound, done(), all()));
        }
    }

    /** How often rank 0 has done something to ranks. */
    private Summary.Done done() {
        Pauses running = pauses;
        return new Summary.Done(running == null ? 0 : running.count(), count(Lanes.KILLS), count(Lanes.RETURNS));
    }

    private long count(String side) {
        SideLane lane = sides.get(side);
        return lane == null ? 0 : lane.count();
    }

    private Mono<Void> end() {
        if (world.rank() != 0) {
            return Mono.empty();
        }
        Report all = summarize(false);
        return all.isGood() ? Mono.empty() : Mono.error(new ExitException(FAILED, "soak: something was not right"));
    }

    /** Prints the line, once. */
    Report summarize(boolean early) {
        reports.set(0, report());
        Report all = all();
        if (!summarized.getAndSet(true)) {
            Duration time = Duration.ofNanos(System.nanoTime() - started);
            Summary.of(options, world.size(), time, done(), all, lanes.names(), early)
                    .forEach(out::println);
            out.flush();
        }
        return all;
    }

    private Report all() {
        Report none = Report.none(lanes.names().size());
        Report[] known = new Report[world.size()];
        Arrays.setAll(known, rank -> Objects.requireNonNullElse(reports.get(rank), none));
        return Arrays.stream(known).reduce(none, Report::plus);
    }
}
