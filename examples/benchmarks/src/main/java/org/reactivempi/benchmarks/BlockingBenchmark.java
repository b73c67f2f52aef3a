package org.reactivempi.benchmarks;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Settings;
import org.reactivempi.Status;
import reactor.core.publisher.Mono;

/**
 * What a blocking call costs: taking the loop, starting the operation inside, and leaving the loop; or, with {@code waiting=sleep},
 * handing the operation to the progress thread, and being woken by it.
 */
public class BlockingBenchmark extends Nanoseconds {

    /** How the loops wait; a loop that sleeps is not driven by other threads. */
    @Param({"adaptive", "sleep"})
    public String waiting = "adaptive";

    private World world;
    private Mono<Status> send;
    private Mono<Status> receive;

    /** Starts a rank that sends to itself. */
    @Setup
    public void start() {
        world = World.start(1, Settings.create().waiting(waiting));
        Communicator zero = world.rank(0);
        send = zero.isend(Buffers.longs(new long[1]), 0, 0);
        receive = zero.irecv(Buffers.of(new long[1]), 0, 0);
    }

    /** Ends the rank. */
    @TearDown
    public void end() {
        world.close();
    }

    /**
     * A send and a receive of 8 bytes, each of them blocking.
     *
     * @return for JMH
     */
    @Benchmark
    public @Nullable Status sendAndReceive() {
        send.block();
        return receive.block();
    }
}
