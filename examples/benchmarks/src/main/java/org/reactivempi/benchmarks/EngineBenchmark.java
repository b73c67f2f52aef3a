package org.reactivempi.benchmarks;

import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Status;
import reactor.core.publisher.Mono;

/**
 * What a message costs in the library itself: {@code isend} and {@code irecv} through the public interface, packets and
 * matching included, over a {@link MirrorChannel}. Both ends of a message run on one thread. With {@code -prof gc} also the
 * bytes of heap.
 */
public class EngineBenchmark extends Nanoseconds {

    private static final int ROUNDS = 6400;
    private static final int WINDOW = 64;
    private static final int TAG = 0;

    /** How long the messages are. */
    @Param({"8", "1024"})
    private int bytes;

    /** What watches the engine. */
    @Param({"OFF", "METERS"})
    private Watching watching = Watching.OFF;

    private MirrorWorld mirror;
    private Communicator world;
    private Mono<Status> send;
    private Mono<Status> receive;

    /** Starts the rank, and makes the operations. */
    @Setup
    public void start() {
        mirror = MirrorWorld.start(watching);
        world = mirror.world();
        send = world.isend(Buffers.bytes(new byte[bytes]), MirrorWorld.MIRROR, TAG);
        receive = world.irecv(Buffers.of(new byte[bytes]), MirrorWorld.MIRROR, TAG);
    }

    /** Ends the rank. */
    @TearDown
    public void end() {
        mirror.close();
    }

    /**
     * One message after the other, each in a turn of the loop: half a round trip.
     *
     * @throws InterruptedException if JMH gives up
     */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public void oneByOne() throws InterruptedException {
        Chain.start(world.scheduler(), ROUNDS, List.of(send, receive)).await();
    }

    /**
     * 64 messages in a turn of the loop, for each of them.
     *
     * @throws InterruptedException if JMH gives up
     */
    @Benchmark
    @OperationsPerInvocation(ROUNDS)
    public void window() throws InterruptedException {
        Window window = new Window(ROUNDS / WINDOW, WINDOW, receive, send);
        window.startOn(world.scheduler());
        window.await();
    }
}
