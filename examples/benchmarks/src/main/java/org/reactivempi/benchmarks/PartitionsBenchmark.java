package org.reactivempi.benchmarks;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.PartitionedReceive;
import org.reactivempi.PartitionedSend;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Requests;

/**
 * What it costs to make a partition ready, on the thread that does so, and what 4 MiB in 64 partitions take, compared with the same as one
 * message; both between two ranks of this JVM, by requests that are started again and again.
 */
@BenchmarkMode(Mode.AverageTime)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(1)
public class PartitionsBenchmark {

    private static final int TAG = 0;
    private static final int BYTES = 4 << 20;
    private static final int MANY = 4096;

    /** Two ranks, and what both have made. */
    @State(Scope.Thread)
    public static class Pair {

        /** What the ranks' messages travel over. */
        @Param("local")
        public String channel = "local";

        /** How many partitions the message is cut into. */
        @Param("64")
        public int partitions = 64;

        private World world;
        private PersistentRequest send;
        private PersistentRequest receive;
        private PartitionedSend partitionedSend;
        private PartitionedReceive partitionedReceive;

        /** Starts the ranks. */
        @Setup
        public void start() {
            world = World.over(channel, 2);
            Communicator zero = world.rank(0);
            Communicator one = world.rank(1);
            send = zero.sendInit(Buffers.of(memory()), 1, TAG);
            receive = one.recvInit(Buffers.of(memory()), 0, TAG);
            partitionedSend = zero.psend(Buffers.of(memory()), partitions, 1, TAG);
            partitionedReceive = one.precv(Buffers.of(memory()), partitions, 0, TAG);
        }

        private static ByteBuffer memory() {
            return ByteBuffer.allocateDirect(BYTES);
        }

        /** Ends the ranks. */
        @TearDown
        public void end() {
            world.close();
        }
    }

    /** A send of many short partitions, started anew for each invocation, after which all of them arrive. */
    @State(Scope.Thread)
    public static class Many {

        private World world;
        private PartitionedSend send;
        private PartitionedReceive receive;

        /** Starts the ranks. */
        @Setup
        public void start() {
            world = World.start(2);
            send = world.rank(0).psend(Buffers.longs(new long[MANY]), MANY, 1, TAG);
            receive = world.rank(1).precv(Buffers.of(new long[MANY]), MANY, 0, TAG);
        }

        /** Begins a start, and waits until the receiver wants it: its first partition is there. */
        @Setup(Level.Invocation)
        public void begin() {
            receive.start();
            send.start();
            send.ready(0);
            receive.arrivals().blockFirst();
        }

        /** Waits until all is here. */
        @TearDown(Level.Invocation)
        public void arrive() {
            Requests.waitAll(List.of(send, receive)).block();
        }

        /** Ends the ranks. */
        @TearDown
        public void end() {
            world.close();
        }
    }

    /**
     * Makes a partition of 8 bytes ready, while the loop sends others.
     *
     * @param many the send
     */
    @Benchmark
    @OperationsPerInvocation(MANY - 1)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public void ready(Many many) {
        PartitionedSend send = many.send;
        for (int partition = 1; partition < MANY; partition++) {
            send.ready(partition);
        }
    }

    /**
     * 4 MiB in partitions.
     *
     * @param pair the ranks
     */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public void partitions(Pair pair) {
        PartitionedSend send = pair.partitionedSend;
        pair.partitionedReceive.start();
        send.start();
        for (int partition = 0; partition < pair.partitions; partition++) {
            send.ready(partition);
        }
        Requests.waitAll(List.of(send, pair.partitionedReceive)).block();
    }

    /**
     * One message of 4 MiB.
     *
     * @param pair the ranks
     */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public void message(Pair pair) {
        pair.receive.start();
        pair.send.start();
        Requests.waitAll(List.of(pair.send, pair.receive)).block();
    }
}
