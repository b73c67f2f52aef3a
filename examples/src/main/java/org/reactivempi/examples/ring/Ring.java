package org.reactivempi.examples.ring;

import java.io.PrintStream;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Status;
import org.reactivempi.examples.cli.Arguments;
import org.reactivempi.examples.results.Origin;
import org.reactivempi.examples.results.Row;
import org.reactivempi.examples.results.Waiting;
import reactor.core.publisher.Mono;

/**
 * A token goes round: each rank takes it from the one before, adds 1, and passes it on.
 *
 * <pre>
 *  0 ---> 1 ---> 2 ---> 3
 *  ^                    |
 *  +--------------------+
 * </pre>
 */
public final class Ring {

    private static final int TAG = 0;

    private final Communicator world;
    private final int next;
    private final int previous;
    private final long[] token = new long[1];
    // A rank that is alone sends and receives at the same time, which one array cannot serve.
    private final long[] arrived = new long[1];

    Ring(Communicator world) {
        this.world = world;
        this.next = (world.rank() + 1) % world.size();
        this.previous = (world.rank() + world.size() - 1) % world.size();
    }

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                Waiting.withSetting(args),
                world -> Arguments.read(world, args, new RingOptions())
                        .flatMap(options -> new Ring(world).run(options, Waiting.of(args), System.out)));
    }

    Mono<Void> run(RingOptions options, String waiting, PrintStream out) {
        return world.barrier()
                .then(world.rank() == 0 ? measure(options, waiting, out) : takePart(options.warmUpLaps + options.laps));
    }

    /** Operations are cold: each repetition receives and sends anew. */
    private Mono<Void> takePart(int laps) {
        return receive().then(send()).repeat(laps - 1).then();
    }

    private Mono<Void> measure(RingOptions options, String waiting, PrintStream out) {
        LapTimes times = new LapTimes(options.laps);
        Mono<Void> lap = Mono.when(send(), receive());
        Mono<Void> timed = Mono.fromRunnable(times::start).then(lap).doOnSuccess(ignored -> times.stop());
        Mono<Void> laps = lap.repeat(options.warmUpLaps - 1)
                .thenMany(timed.repeat(options.laps - 1))
                .then();
        return world.channel(next)
                .delayUntil(channel -> laps)
                .map(channel -> options.tsv ? rows(times, channel, waiting) : report(times))
                .doOnNext(out::print)
                .then();
    }

    private Mono<Status> send() {
        return world.isend(Buffers.longs(token), next, TAG);
    }

    private Mono<Status> receive() {
        return world.irecv(Buffers.of(arrived), previous, TAG).doOnNext(status -> token[0] = arrived[0] + 1);
    }

    private String report(LapTimes times) {
        int steps = world.size();
        return String.format(
                Locale.ROOT,
                "%d ranks, %d laps; the token has made %d steps%n"
                        + "latency of a step: median %.1f us, fastest lap %.1f us, slowest lap %.1f us%n",
                steps,
                times.laps(),
                token[0],
                times.medianMicros(steps),
                times.fastestMicros(steps),
                times.slowestMicros(steps));
    }

    private String rows(LapTimes times, String channel, String waiting) {
        int steps = world.size();
        Origin origin = new Origin("reactive-mpi", channel, "heap", waiting);
        return Stream.of(
                        new Row(origin, "ring", Long.BYTES, "step_p50_us_" + steps, times.medianMicros(steps)),
                        new Row(origin, "ring", Long.BYTES, "step_min_us_" + steps, times.fastestMicros(steps)),
                        new Row(origin, "ring", Long.BYTES, "step_max_us_" + steps, times.slowestMicros(steps)))
                .map(row -> row.toLine() + System.lineSeparator())
                .collect(Collectors.joining());
    }
}
