package org.reactivempi.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Cartesian;
import org.reactivempi.Communicator;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * What a broadcast of 1 MiB costs between groups of 4 and 4 ranks, by one of 5 ranks; and what it costs to make communicators, by one
 * allgather of the same ranks.
 */
@Warmup(iterations = 12, time = 2)
@Measurement(iterations = 8, time = 1)
@Fork(1)
public class TwoGroupsBenchmark extends Nanoseconds {

    private static final int GROUP = 4;
    private static final int TAG = 1;
    private static final int BYTES = 1 << 20;
    /** Milliseconds in which communicators are made, before these are freed. */
    private static final int SHORT = 200;

    /** How the ranks, which are of one JVM, reach each other. */
    @Param({"local", "tcp"})
    public String channel = "local";

    private World world;
    private List<Communicator> five;
    private List<Communicator> groups;
    private List<Intercommunicator> both;
    private Buffer[] data;
    private final List<AnyCommunicator> made = new ArrayList<>();

    /** Starts two groups, and a communicator of five of their ranks. */
    @Setup
    public void start() {
        world = World.over(channel, 2 * GROUP);
        data = IntStream.range(0, 2 * GROUP)
                .mapToObj(rank -> Buffers.of(new byte[BYTES]))
                .toArray(Buffer[]::new);
        five = onEach(
                GROUP + 1, rank -> world.rank(rank).create(world.rank(0).group().incl(0, 1, 2, 3, 4), TAG));
        groups = onEach(2 * GROUP, rank -> world.rank(rank).split(rank / GROUP, 0));
        both = onEach(2 * GROUP, this::joined);
    }

    private Mono<Intercommunicator> joined(int rank) {
        return groups.get(rank).intercommunicator(0, world.rank(rank), rank < GROUP ? GROUP : 0, TAG);
    }

    private static <T> List<T> onEach(int ranks, IntFunction<Mono<T>> operation) {
        return Flux.range(0, ranks)
                .flatMapSequential(operation::apply, ranks)
                .collectList()
                .blockOptional()
                .orElseThrow();
    }

    /** Five ranks of one group. */
    @Benchmark
    public void bcastOfFive() {
        onEach(GROUP + 1, rank -> five.get(rank).bcast(data[rank], 0));
    }

    /** A root, three ranks that do nothing, and four ranks of the other group. */
    @Benchmark
    public void bcastBetweenGroups() {
        onEach(
                2 * GROUP,
                rank -> both.get(rank).bcast(data[rank], rank == 0 ? Mpi.ROOT : rank < GROUP ? Mpi.PROC_NULL : 0));
    }

    /** What the others are compared with. */
    @Benchmark
    public void allgather() {
        onEach(GROUP, rank -> groups.get(rank).allgather(Buffers.ints(rank), Buffers.of(new int[GROUP])));
    }

    /** The same of two groups. */
    @Benchmark
    public void allgatherOfAll() {
        onEach(2 * GROUP, rank -> world.rank(rank).allgather(Buffers.ints(rank), Buffers.of(new int[2 * GROUP])));
    }

    /** A duplicate. */
    @Benchmark
    @Warmup(iterations = 120, time = SHORT, timeUnit = TimeUnit.MILLISECONDS)
    @Measurement(iterations = 40, time = SHORT, timeUnit = TimeUnit.MILLISECONDS)
    public void dup() {
        made.addAll(onEach(GROUP, rank -> groups.get(rank).dup()));
    }

    /** A grid of two by two. */
    @Benchmark
    @Warmup(iterations = 120, time = SHORT, timeUnit = TimeUnit.MILLISECONDS)
    @Measurement(iterations = 40, time = SHORT, timeUnit = TimeUnit.MILLISECONDS)
    public void cartesian() {
        made.addAll(onEach(GROUP, rank -> groups.get(rank).cartesian(Cartesian.of(2, 2))));
    }

    /** Two groups of four. */
    @Benchmark
    @Warmup(iterations = 120, time = SHORT, timeUnit = TimeUnit.MILLISECONDS)
    @Measurement(iterations = 40, time = SHORT, timeUnit = TimeUnit.MILLISECONDS)
    public void intercommunicator() {
        made.addAll(onEach(2 * GROUP, this::joined));
    }

    /** What has been made in an iteration ends after it, outside of what is measured; thousands at a time. */
    @TearDown(Level.Iteration)
    public void free() {
        Flux.fromIterable(made).flatMap(AnyCommunicator::free, made.size() + 1).blockLast();
        made.clear();
    }

    /** Ends the ranks. */
    @TearDown
    public void close() {
        world.close();
    }
}
