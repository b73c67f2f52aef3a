package org.reactivempi.benchmarks.pt2pt;

import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import reactor.core.publisher.Mono;

/** The tests, without the messages: how often, how large, and what the results are called. */
abstract class Tests {

    static final List<Integer> SIZES = List.of(0, 1, 8, 64, 1024, 8192, 65_536, 262_144, 1_048_576, 4_194_304);

    /** Of shorter messages it makes no difference what was done to their memory before. */
    static final int LEAST_WRITTEN_BYTES = 8192;

    static final int WINDOW = 64;
    static final int TAG_DATA = 1;
    static final int TAG_ACK = 2;
    static final int TAG_MARK = 3;
    /** First tag of the messages that nothing matches yet. */
    static final int TAG_DEEP = 1000;

    private static final int TAG_IDLE = 4;
    private static final int TAG_GO_ON = 5;

    /** Round trips in a slice of a new JVM's time. */
    private static final int SLICE = 500;

    final Communicator world;
    final Memory memory;
    final Layout layout;
    final Report report;
    final int peer;
    private final Pace pace;
    private List<Buffer> rooms = List.of();
    private double depthZeroMicros;

    Tests(Communicator world, Memory memory, Layout layout, Pace pace, Report report) {
        this.world = world;
        this.memory = memory;
        this.layout = layout;
        this.pace = pace;
        this.report = report;
        this.peer = 1 - world.rank();
    }

    /** A buffer for what is measured by latency and bandwidth. */
    final Buffer room(int bytes) {
        return layout.roomOf(memory, bytes);
    }

    /** A ping-pong as often as {@code nanos} is long; half the round trip of each goes there. */
    abstract Mono<Void> pingPongs(int bytes, long[] nanos);

    /** {@code n} times: 64 messages, and an answer. */
    abstract Mono<Void> windows(int bytes, int n);

    /** {@code n} times: 64 receives with 64 tags, taken as they complete. */
    abstract Mono<Void> waitAnys(int bytes, int n, boolean shuffled);

    /** Fills a queue of rank 1 with {@code depth} entries, does {@code inBetween}, and matches the entries. */
    abstract Mono<Void> deep(int depth, boolean unexpected, Mono<Void> inBetween);

    /**
     * Shows how long a new JVM takes to have its speed, which only its first messages can tell. Rank 0 says after each slice
     * whether there is another one.
     */
    final Mono<Void> toSpeed() {
        Slices slices = new Slices();
        long[] nanos = new long[SLICE];
        byte[] more = {1};
        Buffer goOn = Buffers.of(more);
        return world.barrier().then(Mono.defer(() -> {
            long start = System.nanoTime();
            Mono<Void> noted = Mono.fromRunnable(() -> {
                long elapsed = System.nanoTime() - start;
                slices.add(elapsed, Spread.of(nanos));
                more[0] = (byte) (elapsed < pace.cold().toNanos() ? 1 : 0);
            });
            Mono<Status> told =
                    world.rank() == 0 ? world.isend(goOn, peer, TAG_GO_ON) : world.irecv(goOn, peer, TAG_GO_ON);
            return Mono.defer(() -> pingPongs(8, nanos))
                    .then(world.rank() == 0 ? noted : Mono.empty())
                    .then(told)
                    .repeat(() -> more[0] != 0)
                    .then(Mono.fromRunnable(() -> {
                        if (world.rank() == 0) {
                            report.row("warmup", 8, "seconds_to_speed", slices.secondsToSpeed());
                            report.row("warmup", 8, "final_p50_us", slices.finalMicros());
                        }
                    }));
        }));
    }

    /**
     * Lets the JVM compile what all tests use. Native programs need no such thing, and a program that runs for more than a
     * second soon has it behind itself. Each test warms up for itself as well, until the compilers are {@link #settled}.
     *
     * @param longest length of the longest messages that are measured, in bytes: what is longer need not be compiled
     */
    final Mono<Void> warmUp(int longest) {
        return world.barrier()
                .then(warmUp(longest, 8, 40_000, 10_000))
                .then(warmUp(longest, 65_536, 4000, 300))
                .then(warmUp(longest, 1_048_576, 800, 100))
                .then(waitAnys(8, pace.scaledForWarmUp(4000), true))
                .then(rest());
    }

    private Mono<Void> warmUp(int longest, int bytes, int roundTrips, int windows) {
        return bytes > longest
                ? Mono.empty()
                : pingPongs(bytes, new long[pace.scaledForWarmUp(roundTrips)])
                        .then(windows(bytes, pace.scaledForWarmUp(windows)));
    }

    final Mono<Void> rest() {
        return Rest.until(pace.rest()).then(world.barrier());
    }

    /** Repeats {@code warmUp} until compilers have no more to do with it. */
    final Mono<Void> settled(Mono<Void> warmUp) {
        return WarmUp.until(world, warmUp, pace.rest(), pace.settling());
    }

    /** How often messages of this length go to and fro while they are measured. */
    final int roundTrips(int bytes) {
        return scaled(
                bytes <= 8192
                        ? 80_000
                        : bytes <= 65_536 ? 6000 : bytes <= 262_144 ? 2000 : bytes <= 1_048_576 ? 600 : 200);
    }

    final Mono<Void> latency(int bytes) {
        int n = roundTrips(bytes);
        long[] nanos = new long[n];
        return world.barrier()
                .then(settled(pingPongs(bytes, new long[2 * n])))
                .then(pingPongs(bytes, nanos))
                .then(world.barrier())
                .then(atRankZero(() -> {
                    Spread spread = Spread.of(nanos);
                    report.row("latency", bytes, "mean_us", spread.meanMicros());
                    report.row("latency", bytes, "p50_us", spread.medianMicros());
                    report.row("latency", bytes, "p99_us", spread.quantileMicros(0.99));
                    report.row("latency", bytes, "p999_us", spread.quantileMicros(0.999));
                }));
    }

    final Mono<Void> bandwidth(int bytes) {
        int n = scaled(
                bytes <= 1024
                        ? 24_000
                        : bytes <= 8192
                                ? 2000
                                : bytes <= 65_536 ? 400 : bytes <= 262_144 ? 100 : bytes <= 1_048_576 ? 32 : 12);
        return timed(windows(bytes, 2 * n), windows(bytes, n), seconds -> {
            double messages = (double) n * WINDOW;
            report.row("bw", bytes, "MB_per_s", messages * bytes / seconds / 1e6);
            report.row("bw", bytes, "msg_per_s", messages / seconds);
        });
    }

    final Mono<Void> waitAny(int bytes, boolean shuffled) {
        int n = scaled(4000);
        String name = shuffled ? "waitany_shuffled" : "waitany";
        return timed(waitAnys(bytes, n, shuffled), waitAnys(bytes, n, shuffled), seconds -> {
            double messages = (double) n * WINDOW;
            report.row(name, bytes, "us_per_msg", seconds * 1e6 / messages);
            report.row(name, bytes, "msg_per_s", messages / seconds);
        });
    }

    final Mono<Void> depth(int depth, boolean unexpected) {
        String name = unexpected ? "unexpected" : "posted";
        int n = scaled(depth > 1000 ? 500 : 3000);
        // As much at each depth: what the JVM hasn't compiled yet must not count as depth.
        int warmUps = pace.scaledForWarmUp(6000);
        long[] nanos = new long[n];
        long[] drainFrom = new long[1];
        Mono<Void> inBetween = world.barrier()
                .then(settled(pingPongs(8, new long[warmUps])))
                .then(pingPongs(8, nanos))
                .then(Mono.fromRunnable(() -> drainFrom[0] = System.nanoTime()));
        return world.barrier()
                .then(deep(depth, unexpected, inBetween))
                .then(world.barrier())
                .then(atRankZero(() -> {
                    double drainMicros = (System.nanoTime() - drainFrom[0]) / 1e3;
                    double roundTrip = 2 * Spread.of(nanos).medianMicros();
                    if (depth == 0) {
                        depthZeroMicros = roundTrip;
                    }
                    report.row(name, 8, "rtt_us_depth_" + depth, roundTrip);
                    report.row(name, 8, "extra_us_depth_" + depth, roundTrip - depthZeroMicros);
                    report.row(name, 8, "times_depth_" + depth, roundTrip / depthZeroMicros);
                    if (depth > 0) {
                        report.row(name, 8, "drain_us_per_msg_depth_" + depth, drainMicros / depth);
                    }
                }));
    }

    /**
     * What the process of rank 1 takes of a core while it waits for a message of rank 0, which comes late. Not counted is how it
     * begins to wait: compilers end what they have begun, and the first look for a deadlock loads its classes, once.
     */
    final Mono<Void> idle() {
        double[] percent = new double[1];
        Buffer result = Buffers.of(percent);
        Mono<Void> late = Mono.delay(pace.calming().plus(pace.idle()))
                .then(world.isend(memory.room(8), peer, TAG_DATA))
                .then();
        Mono<Void> waits = Mono.defer(() -> {
            Request arrives = Request.start(world.irecv(memory.room(8), peer, TAG_DATA));
            return Mono.delay(pace.calming())
                    .map(calm -> new long[] {Rest.cpuNanos(), System.nanoTime()})
                    .flatMap(since -> Requests.waitAll(List.of(arrives))
                            .then(Mono.fromRunnable(() -> percent[0] =
                                    100.0 * (Rest.cpuNanos() - since[0]) / (System.nanoTime() - since[1]))));
        });
        Mono<Void> measured = world.rank() == 0
                ? late.then(world.irecv(result, peer, TAG_IDLE))
                        .doOnNext(status -> report.row("idle", 0, "cpu_percent", percent[0]))
                        .then()
                : waits.then(world.isend(result, peer, TAG_IDLE)).then();
        return world.barrier().then(rest()).then(measured).then(world.barrier());
    }

    /**
     * Takes the time of {@code work} at rank 0. The barrier after it keeps rank 1 from its next work, such as new buffers, until
     * rank 0 has the last answer: that leaves only at the end of the turn in which rank 1 goes on.
     */
    private Mono<Void> timed(Mono<Void> warmUp, Mono<Void> work, DoubleConsumer bySeconds) {
        long[] start = new long[1];
        double[] seconds = new double[1];
        return world.barrier()
                .then(settled(warmUp))
                .then(Mono.fromRunnable(() -> start[0] = System.nanoTime()))
                .then(work)
                .then(Mono.fromRunnable(() -> seconds[0] = (System.nanoTime() - start[0]) / 1e9))
                .then(world.barrier())
                .then(atRankZero(() -> bySeconds.accept(seconds[0])));
    }

    final Mono<Void> atRankZero(Runnable action) {
        return world.rank() == 0 ? Mono.fromRunnable(action) : Mono.empty();
    }

    /** A window's receive buffers, the same for warming up and measuring: what is touched first costs page faults. */
    final List<Buffer> rooms(int bytes) {
        if (rooms.isEmpty() || rooms.get(0).lengthBytes() != bytes) {
            rooms = IntStream.range(0, WINDOW).mapToObj(i -> memory.room(bytes)).toList();
        }
        return rooms;
    }

    final int scaled(int n) {
        return pace.scaled(n);
    }
}
