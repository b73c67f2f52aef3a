package org.reactivempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.Epoll;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.channel.DirectMemory;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.tck.Recorder;

/** A link reads the sender's memory, and writes the receiver's, where the system lets it. */
class TcpMemoryTest {

    /** More than the sockets of both sides hold. */
    private static final int LENGTH = 32 << 20;

    private static final Duration SPIN = Duration.ofMinutes(1);

    private final List<EventLoop> loops = new ArrayList<>();
    private final ProgressLoop here = loop();
    private final ProgressLoop there = loop();
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CRC32 expected = new CRC32();
    private final AtomicInteger written = new AtomicInteger();
    private final Semaphore givenBack = new Semaphore(0);
    private final Receiver receiver = new Receiver();
    private @Nullable Link link;

    private ProgressLoop loop() {
        // None falls asleep, however late the other one is: asleep, it would leave its sockets to Netty.
        ProgressLoop loop = new ProgressLoop("rank", true, new Waiting(Waiting.Mode.ADAPTIVE, SPIN, false), () -> {});
        loops.add(loop);
        return loop;
    }

    @BeforeEach
    void connect() throws Exception {
        assumeTrue(Epoll.isAvailable());
        Recorder connector = new Recorder();
        Endpoint to = endpoint(there, receiver);
        Endpoint from = endpoint(here, new Recorder());
        here.execute(() -> from.connect(to.address(), connector));
        link = connector.link();
        receiver.recorder.link();
    }

    private static Endpoint endpoint(ProgressLoop loop, LinkHandler acceptor) {
        TcpSettings settings = TcpSettings.from(TcpContext.of(0, Map.of()));
        return new TcpChannel(settings).open(loop, () -> acceptor).block();
    }

    @AfterEach
    void endLoops() {
        goOn.countDown();
        loops.forEach(loop -> loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly());
    }

    private void stopReceiver() {
        there.execute(() -> {
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private ByteBuffer randomMemory() {
        byte[] bytes = new byte[LENGTH];
        new Random(17).nextBytes(bytes);
        ByteBuffer memory = ByteBuffer.allocateDirect(LENGTH).put(bytes).flip();
        copied(7);
        expected.update(memory.duplicate());
        copied(5);
        return memory;
    }

    private void copied(int length) {
        expected.update(new byte[length]);
    }

    /** Some bytes that are copied, the memory, some more. */
    private void write(ByteBuffer memory) throws Exception {
        Link open = link;
        assertThat(open).isNotNull();
        DirectMemory.Output output = (DirectMemory.Output) open;
        here.submit(() -> {
                    assertThat(output.takesMemory()).isTrue();
                    open.write(bytes(7));
                    output.write(memory, () -> {
                        written.incrementAndGet();
                        givenBack.release();
                    });
                    open.write(bytes(5));
                    open.flush();
                })
                .get(60, TimeUnit.SECONDS);
    }

    private static ByteBuf bytes(int length) {
        return Unpooled.directBuffer(length).writeZero(length);
    }

    private void assertArrived() throws Exception {
        assertThat(receiver.recorder.got(LENGTH + 12)).isTrue();
        assertThat(receiver.crc.getValue()).isEqualTo(expected.getValue());
    }

    /** The receiver may have seen all before the sender's system call has ended. */
    private void assertGivenBackOnce() throws Exception {
        assertThat(givenBack.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
        here.submit(() -> {}).get(60, TimeUnit.SECONDS);
        assertThat(written).hasValue(1);
    }

    @Test
    @DisplayName("lent memory arrives in its place, and is given back once, when it has left and not before")
    void lent() throws Exception {
        stopReceiver();
        ByteBuffer memory = randomMemory();
        write(memory);
        assertThat(written).hasValue(0);
        goOn.countDown();
        assertArrived();
        assertGivenBackOnce();
    }

    @Test
    @DisplayName("after keepCopies what becomes of the memory does not matter, and nobody is told that it has left")
    void keptAsCopies() throws Exception {
        stopReceiver();
        ByteBuffer memory = randomMemory();
        write(memory);
        Link open = link;
        assertThat(open).isNotNull();
        here.submit(((DirectMemory.Output) open)::keepCopies).get(60, TimeUnit.SECONDS);
        memory.put(new byte[LENGTH]);
        goOn.countDown();
        assertArrived();
        here.submit(() -> {}).get(60, TimeUnit.SECONDS);
        assertThat(written).hasValue(0);
    }

    @Test
    @DisplayName("a link that closes copies what it has not sent")
    void close() throws Exception {
        stopReceiver();
        ByteBuffer memory = randomMemory();
        write(memory);
        Link open = link;
        assertThat(open).isNotNull();
        here.submit(open::close).get(60, TimeUnit.SECONDS);
        memory.put(new byte[LENGTH]);
        goOn.countDown();
        assertArrived();
        assertThat(receiver.recorder.cause()).isEmpty();
        assertThat(written).hasValue(0);
    }

    @Test
    @DisplayName("while a link is polled Netty does not read its socket, and what has a place goes there")
    void nobodyElseReads() throws Exception {
        receiver.place = ByteBuffer.allocateDirect(1 << 16);
        // So long that the loop asks epoll in each turn, which would have Netty read.
        receiver.pauseNanos = 20_000;
        write(randomMemory());
        assertArrived();
        // Netty has what wakes the loop, and a few bytes are not to be placed.
        assertThat(receiver.handedBytes).isLessThan(LENGTH / 2);
    }

    @Test
    @DisplayName("bytes go to the place that the handler names, and the others through its hands, in order")
    void place() throws Exception {
        receiver.place = ByteBuffer.allocateDirect(100_000);
        write(randomMemory());
        assertArrived();
        assertGivenBackOnce();
        // Also where nothing has come for it.
        assertThat(there.submit(() -> receiver.placing).get(60, TimeUnit.SECONDS))
                .isFalse();
    }

    /** The checksum of all that comes, in either way. */
    private static final class Receiver implements LinkHandler, DirectMemory.Input {

        final Recorder recorder = new Recorder();
        final CRC32 crc = new CRC32();

        @Nullable
        ByteBuffer place;

        /** What came through its hands. */
        long handedBytes;

        /** How long it takes for what was placed. */
        long pauseNanos;

        private int asked;

        /** Whether the carrier may be writing to the place. */
        private boolean placing;

        @Override
        public void onOpen(Link link) {
            recorder.onOpen(link);
        }

        @Override
        public @Nullable ByteBuffer place() {
            ByteBuffer next = place == null || asked++ % 3 == 0 ? null : place.clear();
            placing = next != null;
            return next;
        }

        @Override
        public int mostBytes() {
            return place == null ? Integer.MAX_VALUE : 4096;
        }

        @Override
        public void onPlaced(int length) {
            placing = false;
            for (long end = System.nanoTime() + pauseNanos; System.nanoTime() < end; ) {
                Thread.onSpinWait();
            }
            ByteBuffer placed = place;
            assertThat(placed).isNotNull();
            recorder.onBytes(Unpooled.wrappedBuffer(count(placed.clear().limit(length))));
        }

        @Override
        public void onBytes(ByteBuf bytes) {
            placing = false;
            handedBytes += bytes.readableBytes();
            count(bytes.nioBuffer());
            recorder.onBytes(bytes);
        }

        private ByteBuffer count(ByteBuffer bytes) {
            crc.update(bytes.duplicate());
            return bytes;
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(@Nullable Throwable cause) {
            recorder.onClosed(cause);
        }
    }
}
