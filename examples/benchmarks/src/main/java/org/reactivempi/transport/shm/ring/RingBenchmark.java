package org.reactivempi.transport.shm.ring;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
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

/**
 * Half a round trip through two rings of shared memory, between two threads that do nothing else. A short message that is shown
 * stands next to the ring's tail as well, so its reader fetches one cache line from the other core in place of two.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class RingBenchmark {

    private static final int ROUNDS = 1000;
    private static final int HALVES = 2;

    /** How long a message is: one of 8 bytes, the longest that fits next to the tail, and a longer one. */
    @Param({"8", "48", "64"})
    public int bytes = 8;

    /** Whether messages are shown, as links do with one that is alone, or only told of. */
    @Param({"true", "false"})
    public boolean shown = true;

    private final Ring there = new Ring();
    private final Ring back = new Ring();
    private ByteBuf message = Unpooled.EMPTY_BUFFER;
    private Thread echo = new Thread();
    private volatile boolean ended;

    /** A thread that answers each message. */
    @Setup(Level.Iteration)
    public void start() {
        message = Unpooled.directBuffer(bytes).writeZero(bytes);
        ended = false;
        echo = new Thread(this::echo, "echo");
        echo.start();
    }

    /**
     * Ends that thread.
     *
     * @throws InterruptedException if JMH gives up
     */
    @TearDown(Level.Iteration)
    public void end() throws InterruptedException {
        ended = true;
        echo.join();
        message.release();
    }

    /**
     * A message there and one back.
     *
     * @throws ShmCorruptException never
     */
    @Benchmark
    @OperationsPerInvocation(ROUNDS * HALVES)
    public void halfRoundTrip() throws ShmCorruptException {
        for (int i = 0; i < ROUNDS; i++) {
            there.write(message, shown);
            while (!back.read(bytes)) {
                Thread.onSpinWait();
            }
        }
    }

    private void echo() {
        ByteBuf answer = Unpooled.directBuffer(bytes).writeZero(bytes);
        try {
            while (!ended) {
                if (there.read(bytes)) {
                    back.write(answer, shown);
                } else {
                    Thread.onSpinWait();
                }
            }
        } catch (ShmCorruptException e) {
            throw new IllegalStateException("a benchmark has failed", e);
        } finally {
            answer.release();
        }
    }

    /** A ring with both of its ends. */
    private static final class Ring {

        private static final int CAPACITY = RingFile.LEAST_RING_BYTES;
        private static final int HEAD_AT = CAPACITY + 2 * TailLine.LENGTH_BYTES;
        private static final int END = HEAD_AT + 2 * TailLine.LENGTH_BYTES;

        private final RingWriter writer;
        private final RingReader reader;

        Ring() {
            ByteBuffer memory =
                    ByteBuffer.allocateDirect(END + TailLine.LENGTH_BYTES).alignedSlice(TailLine.LENGTH_BYTES);
            ByteBuffer bytes = memory.slice(0, CAPACITY);
            TailLine line = new TailLine(memory, CAPACITY);
            SharedWord head = new SharedWord(memory, HEAD_AT);
            writer = new RingWriter(bytes, line, head, () -> {});
            reader = new RingReader(bytes, line, head, () -> {});
        }

        void write(ByteBuf message, boolean shown) throws ShmCorruptException {
            message.readerIndex(0);
            writer.put(message, message.readableBytes());
            if (shown) {
                writer.show();
            }
            writer.publish();
        }

        /** Whether it was there. */
        boolean read(int length) throws ShmCorruptException {
            if (reader.availableBytes() < length) {
                return false;
            }
            reader.next(length).readLong();
            reader.taken(length);
            return true;
        }
    }
}
