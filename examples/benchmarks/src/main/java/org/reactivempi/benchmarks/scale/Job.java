package org.reactivempi.benchmarks.scale;

import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Group;
import org.reactivempi.Op;
import org.reactivempi.RankRange;
import org.reactivempi.benchmarks.simulate.Planned;
import org.reactivempi.testkit.SimulatedRun;
import org.reactivempi.testkit.Simulation;
import reactor.core.publisher.Mono;

/**
 * What jobs of some size take: one in which nothing fails, and one of which a rank is killed.
 *
 * @param times on virtual time
 * @param costs what the simulation has taken
 */
record Job(Row times, Row costs) {

    private static final Duration LATENCY = Duration.ofNanos(12_000);
    private static final Duration OVERHEAD = Duration.ofNanos(2_500);
    private static final double NANOS_PER_BYTE = 0.35;

    private static final int LONG_BYTES = 1 << 20;
    /** What a rank holds of a long allreduce while it runs. */
    private static final long BYTES_OF_LONG = 6L * LONG_BYTES;

    private static final String START = "start";
    private static final String CONNECT = "first barrier";
    private static final String BARRIER = "barrier";
    private static final String SHORT = "allreduce of 8 B";
    private static final String LONG = "allreduce of 1 MiB";
    private static final String GRID = "alltoall in rows and columns";
    private static final String AGREE = "agree";
    private static final String SHRINK = "shrink";
    private static final String MEBIBYTES = "%.0f";

    static Job of(int size) {
        Phases fine = new Phases(size, START, BARRIER);
        SimulatedRun run = simulation(size).run(world -> fine(fine, world));
        double end = fine.wallSecondsSince();
        Phases failing = new Phases(size - 1);
        int victim = size / 2;
        simulation(size).kill(victim, Phases.begin(2)).run(world -> failing(failing, world, victim));
        String reducedLong = "-";
        if (size * BYTES_OF_LONG <= Runtime.getRuntime().maxMemory()) {
            Phases reducing = new Phases(size);
            simulation(size).run(world -> reducing(reducing, world));
            reducedLong = Long.toString(Math.round(reducing.of(LONG).micros()));
        }
        int[] peers = peers(run, size);
        Row times = new Row()
                .with("ranks", "%d", size)
                .with(CONNECT, "%.0f", fine.of(CONNECT).micros())
                .with(BARRIER, "%.1f (%.1f)", fine.of(BARRIER).micros(), planned("barrier", size, 0))
                .with(SHORT, "%.1f (%.1f)", fine.of(SHORT).micros(), planned("allreduce", size, Long.BYTES))
                .with(LONG, "%s (%.0f)", reducedLong, planned("allreduce", size, LONG_BYTES))
                .with(GRID, "%.0f", fine.of(GRID).micros())
                .with(AGREE, "%.0f", failing.of(AGREE).micros())
                .with(SHRINK, "%.0f", failing.of(SHRINK).micros())
                .with("peers of the busiest rank", "%d", peers[size - 1])
                .with("of the median one", "%d", peers[size / 2]);
        Row costs = new Row()
                .with("ranks", "%d", size)
                .with("start, s", "%.2f", fine.of(START).wallSeconds())
                .with("first barrier, s", "%.2f", fine.of(CONNECT).wallSeconds())
                .with("second one, s", "%.2f", fine.of(BARRIER).wallSeconds())
                .with("end, s", "%.2f", end)
                .with(
                        "heap of ranks that have started, MiB",
                        MEBIBYTES,
                        mebibytes(fine.of(START).heapBytes()))
                .with(
                        "after the barriers",
                        MEBIBYTES,
                        mebibytes(fine.of(BARRIER).heapBytes()));
        return new Job(times, costs);
    }

    static Simulation simulation(int size) {
        return Simulation.of(size)
                .only()
                .unbroken()
                .latency(LATENCY, LATENCY)
                .overhead(OVERHEAD)
                .nanosPerByte(NANOS_PER_BYTE)
                .with("check-types", "off")
                .with("check-collectives", "off");
    }

    static double planned(String operation, int size, int bytes) {
        return Planned.micros(operation, size, bytes, LATENCY.toNanos(), OVERHEAD.toNanos(), NANOS_PER_BYTE);
    }

    private static double mebibytes(long bytes) {
        return bytes / 1024.0 / 1024;
    }

    /** With how many others each rank has to do, rising. */
    private static int[] peers(SimulatedRun run, int size) {
        Map<Integer, BitSet> peers = new TreeMap<>();
        for (SimulatedRun.Traffic each : run.traffic()) {
            peers.computeIfAbsent(each.from(), unused -> new BitSet()).set(each.to());
        }
        int[] counts = new int[size];
        peers.forEach((rank, of) -> counts[rank] = of.cardinality());
        Arrays.sort(counts);
        return counts;
    }

    /** Each operation is measured the second time, over connections that are there. */
    private static Mono<Void> fine(Phases phases, Communicator world) {
        int side = side(world.size());
        int firstOfRow = world.rank() / side * side;
        int firstOfColumn = world.rank() % side;
        Mono<Communicator> row = world.create(line(world, firstOfRow, firstOfRow + side - 1, 1), 1);
        Mono<Communicator> column = world.create(line(world, firstOfColumn, world.size() - 1, side), 2);
        return phases.phase(0, START, world, Mono.empty())
                .then(phases.phase(1, CONNECT, world, world.barrier()))
                .then(phases.phase(2, BARRIER, world, world.barrier()))
                .then(sumOfRanks(world))
                .then(phases.phase(3, SHORT, world, sumOfRanks(world)))
                .then(Mono.zip(row, column))
                .flatMap(grid -> {
                    Mono<Void> exchange = exchange(grid.getT1()).then(exchange(grid.getT2()));
                    return exchange.then(phases.phase(4, GRID, world, exchange));
                });
    }

    private static Mono<Void> reducing(Phases phases, Communicator world) {
        Mono<Void> sum = Mono.defer(() -> {
            long[] elements = new long[LONG_BYTES / Long.BYTES];
            return world.allreduce(Buffers.of(elements), Buffers.of(elements.clone()), Op.SUM);
        });
        return sum.then(phases.phase(1, LONG, world, sum));
    }

    private static Mono<Void> sumOfRanks(Communicator world) {
        long expected = world.size() * (world.size() - 1L) / 2;
        return world.allreduce((long) world.rank(), Op.SUM)
                .doOnNext(sum -> {
                    if (sum != expected) {
                        throw new IllegalStateException("the sum of the ranks is " + sum + ", and not " + expected);
                    }
                })
                .then();
    }

    private static Group line(Communicator world, int first, int last, int stride) {
        return world.group().rangeIncl(new RankRange(first, last, stride));
    }

    /** The length of a row of a grid that is as square as can be. */
    private static int side(int size) {
        int side = (int) Math.sqrt(size);
        while (size % side != 0) {
            side--;
        }
        return side;
    }

    private static Mono<Void> exchange(Communicator line) {
        return Mono.defer(() -> {
            long[] mine = new long[line.size()];
            long[] all = new long[line.size()];
            Arrays.fill(mine, line.rank());
            return line.alltoall(Buffers.of(mine), Buffers.of(all)).doOnSuccess(done -> checkRanks(all));
        });
    }

    private static void checkRanks(long[] all) {
        for (int rank = 0; rank < all.length; rank++) {
            if (all[rank] != rank) {
                throw new IllegalStateException("rank " + rank + " has sent " + all[rank]);
            }
        }
    }

    private static Mono<Void> failing(Phases phases, Communicator world, int victim) {
        Mono<Void> lives = phases.phase(1, CONNECT, world, world.barrier());
        if (world.rank() == victim) {
            return lives.then(Mono.never());
        }
        int left = world.size() - 1;
        return lives.then(
                        phases.phase(4, AGREE, world, world.failures().agree(-1).onErrorResume(failed -> Mono.empty())))
                .then(phases.phase(
                        5,
                        SHRINK,
                        world,
                        world.failures()
                                .shrink()
                                .flatMap(rest -> rest.size() == left
                                        ? Mono.just(rest)
                                        : Mono.error(new IllegalStateException(
                                                rest.size() + " ranks are left, not " + left)))));
    }
}
