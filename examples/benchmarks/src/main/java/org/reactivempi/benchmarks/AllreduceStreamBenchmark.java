package org.reactivempi.benchmarks;

import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Op;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * COL-32: what a reduction of 8 bytes for both of two ranks costs, one after the other, and as elements of a stream, 64 of which are
 * under way.
 */
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 6, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class AllreduceStreamBenchmark extends Nanoseconds {

    private static final int ROUNDS = 10_000;

    /** How the ranks, which are of one JVM, reach each other. */
    @Param({"local", "tcp"})
    public String channel = "local";

    private World world;

    /** Starts two ranks. */
    @Setup
    public void start() {
        world = World.over(channel, 2);
    }

    /** One begins when the one before has ended. */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public void single() {
        onBoth(rank -> {
            Buffer own = Buffers.of(new long[] {1});
            Buffer sum = Buffers.of(new long[1]);
            return rank.allreduce(own, sum, Op.SUM).repeat(ROUNDS - 1).then();
        });
    }

    /** They are elements of a stream. */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public void stream() {
        onBoth(rank -> rank.allreduceStream(Flux.range(0, ROUNDS).map(Integer::longValue), Codecs.longValue(), Op.SUM)
                .then());
    }

    private void onBoth(Function<Communicator, Mono<Void>> operation) {
        Mono.when(operation.apply(world.rank(0)), operation.apply(world.rank(1)))
                .block();
    }

    /** Ends the ranks. */
    @TearDown
    public void close() {
        world.close();
    }
}
