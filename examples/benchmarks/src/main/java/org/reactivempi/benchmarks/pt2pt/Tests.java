package org.reactivempi.benchmarks.pt2pt;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import org.reactivempi.Buffer;
import org.reactivempi.Communicator;
import reactor.core.publisher.Mono;

/** The tests, without the messages: how often, how large, and what the results are called. */
abstract class Tests {

    static final List<Integer> SIZES = List.of(0, 1, 8, 64, 1024, 8192, 65_536, 262_144, 1_048_576, 4_194_304);

    static final int WINDOW = 64;
    static final int TAG_DATA = 1;
    static final int TAG_ACK = 2;
    static final int TAG_MARK = 3;
    /** First tag of the messages that nothing matches yet. */
    static final int TAG_DEEP = 1000;

    private static final int TAG_IDLE = 4;

    final Communicator world;
    final Memory memory;
    final Report report;
    final int peer;
    private final Pace pace;
    private List<Buffer> rooms = List.of();
    private double depthZeroMicros;

    Tests(Communicator world, Memory memory, Pace pace, Report report) {
        this.world = world;
        this.memory = memory;
        this.pace = pace;
        this.report = report;
        this.peer = 1 - world.rank();
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
     * Lets the JVM compile what all tests use. Native programs need no such thing, and a program that runs for more than a
     * second soon has it behind itself. Each test warms up for itself as well, as long as it then measures or longer, and rests.
     */
    final Mono<Void> warmUp() {
        return world.barrier()
                .then(pingPongs(8, new long[scaled(40_000)]))
                .then(pingPongs(65_536, new long[scaled(4000)]))
                .then(pingPongs(1_048_576, new long[scaled(800)]))
                .then(windows(8, scaled(10_000)))
                .then(windows(65_536, scaled(300)))
                .then(windows(1_048_576, scaled(100)))
                .then(rest());
    }

    /** Gives the compiler's threads the cores for a while: they would take them from the ranks later. */
    private Mono<Void> rest() {
        return Mono.delay(pace.rest()).then(world.barrier());
    }

    final Mono<Void> latency(int bytes) {
        int n = scaled(
                bytes <= 8192
                        ? 20_000
                        : bytes <= 65_536 ? 6000 : bytes <= 262_144 ? 2000 : bytes <= 1_048_576 ? 600 : 200);
        long[] nanos = new long[n];
        return world.barrier()
                .then(pingPongs(bytes, new long[2 * n]))
                .then(rest())
                .then(pingPongs(bytes, nanos))
                .then(Mono.fromRunnable(() -> {
                    report.row(
                            "latency",
                            bytes,
                            "mean_us",
                            Arrays.stream(nanos).average().orElse(0) / 1e3);
                    Arrays.sort(nanos);
                    report.row("latency", bytes, "p50_us", quantile(nanos, 0.50));
                    report.row("latency", bytes, "p99_us", quantile(nanos, 0.99));
                }));
    }

    final Mono<Void> bandwidth(int bytes) {
        int n = scaled(
                bytes <= 1024
                        ? 3000
                        : bytes <= 8192
                                ? 1000
                                : bytes <= 65_536 ? 200 : bytes <= 262_144 ? 50 : bytes <= 1_048_576 ? 16 : 6);
        return timed(windows(bytes, 5 * n), windows(bytes, n), seconds -> {
            double messages = (double) n * WINDOW;
            report.row("bw", bytes, "MB_per_s", messages * bytes / seconds / 1e6);
            report.row("bw", bytes, "msg_per_s", messages / seconds);
        });
    }

    final Mono<Void> waitAny(int bytes, boolean shuffled) {
        int n = scaled(bytes <= 8192 ? 1000 : 100);
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
        long[] nanos = new long[n];
        long[] drainFrom = new long[1];
        Mono<Void> inBetween = world.barrier()
                .then(pingPongs(8, new long[n]))
                .then(rest())
                .then(pingPongs(8, nanos))
                .then(Mono.fromRunnable(() -> drainFrom[0] = System.nanoTime()));
        return world.barrier()
                .then(deep(depth, unexpected, inBetween))
                .then(world.barrier())
                .then(Mono.fromRunnable(() -> {
                    double drainMicros = (System.nanoTime() - drainFrom[0]) / 1e3;
                    Arrays.sort(nanos);
                    double roundTrip = 2 * quantile(nanos, 0.50);
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

    /** What the process of rank 1 takes of a core while it waits for a message of rank 0, which comes late. */
    final Mono<Void> idle() {
        double[] percent = new double[1];
        Buffer result = Buffer.doubles(percent);
        Mono<Void> late = Mono.delay(pace.idle())
                .then(world.isend(memory.room(8), peer, TAG_DATA))
                .then();
        Mono<Void> waits = Mono.defer(() -> {
            long cpuNanos = cpuNanos();
            long nanos = System.nanoTime();
            return world.irecv(memory.room(8), peer, TAG_DATA)
                    .doOnNext(status -> percent[0] = 100.0 * (cpuNanos() - cpuNanos) / (System.nanoTime() - nanos))
                    .then();
        });
        Mono<Void> measured = world.rank() == 0
                ? late.then(world.irecv(result, peer, TAG_IDLE))
                        .doOnNext(status -> report.row("idle", 0, "cpu_percent", percent[0]))
                        .then()
                : waits.then(world.isend(result, peer, TAG_IDLE)).then();
        return world.barrier().then(rest()).then(measured).then(world.barrier());
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private Mono<Void> timed(Mono<Void> warmUp, Mono<Void> work, DoubleConsumer bySeconds) {
        long[] start = new long[1];
        return world.barrier()
                .then(warmUp)
                .then(rest())
                .then(Mono.fromRunnable(() -> start[0] = System.nanoTime()))
                .then(work)
                .then(Mono.fromRunnable(() -> bySeconds.accept((System.nanoTime() - start[0]) / 1e9)));
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

    private static double quantile(long[] sortedNanos, double q) {
        return sortedNanos[(int) (q * (sortedNanos.length - 1) + 0.5)] / 1e3;
    }
}
