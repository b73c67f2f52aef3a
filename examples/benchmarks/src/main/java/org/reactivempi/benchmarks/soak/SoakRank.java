package org.reactivempi.benchmarks.soak;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Communicator;
import org.reactivempi.ExitException;
import org.reactivempi.Mpi;
import org.reactivempi.Settings;
import org.reactivempi.examples.cli.Arguments;
import org.reactivempi.transport.faulty.Faults;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A rank of the soak. Rank 0 orders rounds until the time is up, and hears a report from each rank behind each.
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
    /** A round takes a second or two, and a pause 4 s; a peer that is lost is noticed before. */
    private static final Duration LONGEST_ROUND = Duration.ofMinutes(2);

    private final Communicator world;
    private final SoakOptions options;
    private final Faults faults;
    private final PrintStream out;
    private final Ledger ledger = new Ledger();
    private final Usage usage = new Usage();
    private final Round traffic;
    private final AtomicReferenceArray<Report> reports;
    private final AtomicBoolean summarized = new AtomicBoolean();
    private final long started = System.nanoTime();
    private long sampled = started;
    private long nextRound;
    private volatile @Nullable Pauses pauses;

    SoakRank(Communicator world, SoakOptions options, Faults faults, PrintStream out) {
        this.world = world;
        this.options = options;
        this.faults = faults;
        this.out = out;
        this.traffic = new Round(world, options.seed(), ledger);
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
            Runtime.getRuntime().addShutdownHook(new Thread(() -> summarize(true), "soak-summary"));
            out.println("soak: " + world.size() + " ranks over " + options.channel + " for " + options.time.toSeconds()
                    + " s, seed " + options.seed());
        }
        return run();
    }

    Mono<Void> run() {
        return world.buffers()
                .attachAutomatic()
                .then(world.barrier())
                .then(Mono.defer(() -> world.rank() == 0 ? lead() : follow()));
    }

    private Mono<Void> lead() {
        return processes()
                .flatMap(processes -> {
                    Pauses running = new Pauses(processes, options.pauseEvery, options.seed());
                    pauses = running;
                    return Mono.firstWithSignal(rounds(), running.run());
                })
                .then(Mono.defer(this::end));
    }

    private Mono<Void> rounds() {
        return Mono.defer(() -> Mono.just(isOver() ? END : nextRound++))
                .flatMap(number -> order(number).then(number == END ? Mono.just(END) : roundOf(number)))
                .repeat()
                .takeUntil(number -> number == END)
                .then();
    }

    private boolean isOver() {
        return System.nanoTime() - started > options.time.toNanos();
    }

    private Mono<Void> order(long number) {
        return Flux.range(1, world.size() - 1)
                .flatMap(rank -> world.isend(Buffer.longs(number), rank, ORDER_TAG), world.size())
                .then();
    }

    private Mono<Long> roundOf(long number) {
        return round(number)
                .thenMany(Flux.range(1, world.size() - 1)
                        .concatMap(rank -> received(rank, REPORT_TAG, Report.LENGTH)
                                .doOnNext(report -> reports.set(rank, Report.of(report)))))
                .then(Mono.just(number));
    }

    private Mono<long[]> received(int rank, int tag, int length) {
        return Mono.defer(() -> {
            long[] room = new long[length];
            return world.irecv(Buffer.longs(room), rank, tag).thenReturn(room);
        });
    }

    private Mono<Void> round(long number) {
        return traffic.run(number).timeout(LONGEST_ROUND, world.scheduler()).doOnSuccess(done -> sample());
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
        return world.isend(Buffer.longs(process), 0, PROCESS_TAG)
                .then(received(0, ORDER_TAG, 1)
                        .map(order -> order[0])
                        .flatMap(number -> number == END ? Mono.just(END) : reported(number))
                        .repeat()
                        .takeUntil(number -> number == END)
                        .then());
    }

    private Mono<Long> reported(long number) {
        return round(number)
                .then(Mono.defer(() -> world.isend(Buffer.longs(report().toLongs()), 0, REPORT_TAG)))
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

    private Mono<Void> end() {
        Report all = summarize(false);
        return all.isGood() ? Mono.empty() : Mono.error(new ExitException(FAILED, "soak: something was not right"));
    }

    /** Prints the line, once. */
    Report summarize(boolean early) {
        reports.set(0, report());
        Report all = all();
        if (!summarized.getAndSet(true)) {
            Pauses running = pauses;
            Duration time = Duration.ofNanos(System.nanoTime() - started);
            out.println(Summary.of(options, world.size(), time, running == null ? 0 : running.count(), all, early));
            out.flush();
        }
        return all;
    }

    private Report all() {
        Report[] known = new Report[world.size()];
        Arrays.setAll(known, rank -> Objects.requireNonNullElseGet(reports.get(rank), Report::none));
        return Arrays.stream(known).reduce(Report.none(), Report::plus);
    }
}
