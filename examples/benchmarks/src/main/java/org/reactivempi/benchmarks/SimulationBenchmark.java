package org.reactivempi.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Op;
import org.reactivempi.testkit.Coverage;
import org.reactivempi.testkit.Simulation;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** How many runs of a simulated job there are in a second, start and finalize included. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 6, time = 3)
@Measurement(iterations = 6, time = 3)
@Fork(1)
public class SimulationBenchmark {

    private static final int RUNS = 100;
    private static final int MESSAGES = 20;
    private static final int MANY = 8;

    /** Whether connections may break, so that ranks keep what they have sent. */
    @Param({"true", "false"})
    public boolean breaks = true;

    private Simulation of(int ranks) {
        Simulation simulation = Simulation.of(ranks).schedules(RUNS);
        return breaks ? simulation : simulation.unbroken();
    }

    /** Two ranks and 20 messages. */
    @Benchmark
    @OperationsPerInvocation(RUNS)
    public Coverage pingPong() {
        return of(2).verify(SimulationBenchmark::pingPong);
    }

    private static Mono<Void> pingPong(Communicator world) {
        int peer = 1 - world.rank();
        return Flux.range(0, MESSAGES / 2)
                .concatMap(i -> world.rank() == 0
                        ? world.isend(Buffers.ints(i), peer, 0)
                                .then(world.receive(peer, 0))
                                .then()
                        : world.receive(peer, 0)
                                .then(world.isend(Buffers.ints(i), peer, 0))
                                .then())
                .then();
    }

    /** The same of programs that block. */
    @Benchmark
    @OperationsPerInvocation(RUNS)
    public Coverage blockingPingPong() {
        return of(2).verifyBlocking(world -> {
            int peer = 1 - world.rank();
            for (int i = 0; i < MESSAGES / 2; i++) {
                if (world.rank() == 0) {
                    world.isend(Buffers.ints(i), peer, 0).block();
                    world.receive(peer, 0).block();
                } else {
                    world.receive(peer, 0).block();
                    world.isend(Buffers.ints(i), peer, 0).block();
                }
            }
        });
    }

    /** Eight ranks, a barrier and an allreduce. */
    @Benchmark
    @OperationsPerInvocation(RUNS)
    public Coverage collectives() {
        return of(MANY).verify(world ->
                world.barrier().then(world.allreduce(Buffers.ints(world.rank()), Buffers.of(new int[1]), Op.SUM)));
    }
}
