package org.reactivempi.benchmarks;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.Status;
import reactor.core.publisher.Mono;

/**
 * What a message of 1 MiB costs between two ranks of this JVM, in layouts that the receiver copies from the sender's memory, in one copy,
 * and in short blocks, which are packed and unpacked. Half a round trip.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LayoutsMeetBenchmark {

    private static final int ROUNDS = 50;
    private static final int TAG = 0;
    private static final int NUMBERS = 128 * 1024;

    /** How the sender's and the receiver's numbers lie. */
    public enum Meeting {
        /** One after the other on both sides. */
        DENSE(0, 0),
        /** In rows of 4 KiB, received one after the other. */
        ROWS_TO_DENSE(512, 0),
        /** In rows of 4 KiB, received in rows of 2 KiB. */
        ROWS(512, 256),
        /** Every other number, on both sides. */
        VECTOR(1, 1);

        private final Datatype from;
        private final Datatype to;

        Meeting(int from, int to) {
            this.from = blocks(from);
            this.to = blocks(to);
        }

        private static Datatype blocks(int length) {
            return length == 0
                    ? Datatype.DOUBLE.contiguous(NUMBERS)
                    : Datatype.DOUBLE.vector(NUMBERS / length, length, length + Math.min(length, 16));
        }
    }

    /** How the sender's and the receiver's numbers lie. */
    @Param({"DENSE", "ROWS_TO_DENSE", "ROWS", "VECTOR"})
    public Meeting meeting = Meeting.DENSE;

    /** Whether they lie in a {@code double[]}; else in direct memory. */
    @Param({"true", "false"})
    public boolean arrays;

    private World world;
    private List<Mono<Status>> ping;
    private List<Mono<Status>> pong;

    /** Starts two ranks, and makes the operations. */
    @Setup
    public void start() {
        world = World.start(2);
        Function<Datatype, Buffer> memory = arrays ? LayoutsMeetBenchmark::array : LayoutsMeetBenchmark::direct;
        Communicator zero = world.rank(0);
        Communicator one = world.rank(1);
        ping = List.of(zero.isend(memory.apply(meeting.from), 1, TAG), zero.irecv(memory.apply(meeting.to), 1, TAG));
        pong = List.of(one.irecv(memory.apply(meeting.to), 0, TAG), one.isend(memory.apply(meeting.from), 0, TAG));
    }

    private static Buffer array(Datatype type) {
        return Buffers.of(new double[(int) (type.extentBytes() / Double.BYTES)]).as(type, 1);
    }

    private static Buffer direct(Datatype type) {
        ByteBuffer memory = ByteBuffer.allocateDirect((int) type.extentBytes()).order(ByteOrder.LITTLE_ENDIAN);
        return Buffers.of(memory).as(type, 1);
    }

    /** Ends the ranks. */
    @TearDown
    public void end() {
        world.close();
    }

    /**
     * Messages there and back.
     *
     * @throws InterruptedException if JMH gives up
     */
    @Benchmark
    @OperationsPerInvocation(2 * ROUNDS)
    public void halfRoundTrip() throws InterruptedException {
        Chain other = Chain.start(world.rank(1).scheduler(), ROUNDS, pong);
        Chain.start(world.rank(0).scheduler(), ROUNDS, ping).await();
        other.await();
    }
}
