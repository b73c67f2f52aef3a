package org.reactivempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivempi.transport.channel.DirectMemory;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.tck.Recorder;

/** Sockets that are read and written past Netty while their loops poll, and by Netty when they sleep. */
class TcpPollingTest {

    /** More than are polled at once. */
    private static final int LINKS = 9;

    /** Loops that spin on a busy machine wait for each other's time slice in each of them. */
    private static final int ROUNDS = 300;

    private static final int TIMEOUT_SECONDS = 150;

    private final List<EventLoop> loops = new ArrayList<>();

    private ProgressLoop loop(Waiting.Mode mode) {
        ProgressLoop loop = new ProgressLoop("rank", true, new Waiting(mode), () -> {});
        loops.add(loop);
        return loop;
    }

    private static Endpoint endpoint(ProgressLoop loop, LinkHandler acceptor) {
        TcpSettings settings = TcpSettings.from(TcpContext.of(0, Map.of()));
        return new TcpChannel(settings).open(loop, () -> acceptor).block();
    }

    @AfterEach
    void endLoops() {
        loops.forEach(loop -> loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly());
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("PRG-6 more links than are polled at once all get their turns")
    void allLinksGetTheirTurns(Waiting.Mode mode) throws Exception {
        ProgressLoop here = loop(mode);
        ProgressLoop there = loop(mode);
        CountDownLatch done = new CountDownLatch(LINKS);
        TcpSettings settings = TcpSettings.from(TcpContext.of(0, Map.of()));
        Endpoint to = new TcpChannel(settings)
                .open(there, () -> new Echo(Integer.MAX_VALUE, done))
                .block();
        Endpoint from = endpoint(here, new Recorder());
        here.execute(() -> {
            for (int i = 0; i < LINKS; i++) {
                from.connect(to.address(), new Echo(ROUNDS, done));
            }
        });
        assertThat(done.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "what is written in pieces of all sizes arrives, in order, before the end, also through sockets that are full")
    void allThatWasWritten(Waiting.Mode mode) throws Exception {
        ProgressLoop here = loop(mode);
        Checksum arrived = new Checksum();
        Recorder connector = new Recorder();
        Endpoint to = endpoint(loop(mode), arrived);
        Endpoint from = endpoint(here, new Recorder());
        here.execute(() -> from.connect(to.address(), connector));
        Link link = connector.link();
        CRC32 expected = new CRC32();
        Random random = new Random(16);
        for (int i = 0; i < 100; i++) {
            here.submit(() -> {
                        for (int part = random.nextInt(80); part >= 0; part--) {
                            link.write(piece(random, expected));
                        }
                        link.flush();
                    })
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
        here.execute(link::close);
        assertThat(arrived.recorder.cause()).isEmpty();
        assertThat(arrived.crc.getValue()).isEqualTo(expected.getValue());
        assertThat(connector.cause()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "PRG-6 of a socket that is full a few reads are taken in a turn of the loop, and the rest in the next ones")
    void fewReadsInATurn(Waiting.Mode mode) throws Exception {
        ProgressLoop here = loop(mode);
        ProgressLoop there = loop(mode);
        Reads reads = new Reads(16 * 1024 * 1024);
        there.submit(() -> there.onEndOfTurn(reads::turnEnds)).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        Recorder connector = new Recorder();
        Endpoint to = endpoint(there, reads);
        Endpoint from = endpoint(here, new Recorder());
        here.execute(() -> from.connect(to.address(), connector));
        Link link = connector.link();
        // The first turn of many: all that the system has room for is there.
        CountDownLatch full = new CountDownLatch(1);
        there.submit(() -> full.await(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        here.submit(() -> {
                    link.write(Unpooled.directBuffer(reads.expected()).writeZero(reads.expected()));
                    link.flush();
                })
                .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        full.countDown();

        assertThat(reads.all.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        // Netty has its own few, in the turn in which it hands the socket over.
        assertThat(reads.mostInATurn).isBetween(2, 2 * ReadBuffer.MOST_READS_IN_A_ROW);
    }

    private static ByteBuf piece(Random random, CRC32 written) {
        byte[] piece = new byte[1 + random.nextInt(random.nextInt(10) == 0 ? 100_000 : 1000)];
        random.nextBytes(piece);
        written.update(piece);
        ByteBuf heap = Unpooled.wrappedBuffer(piece);
        return random.nextBoolean() ? heap : Unpooled.directBuffer(piece.length).writeBytes(piece);
    }

    @Test
    @DisplayName("a peer that ends while its link is polled is seen to end")
    void endWhilePolled() throws Exception {
        ProgressLoop here = loop(Waiting.Mode.SPIN);
        Recorder connector = new Recorder();
        Recorder acceptor = new Recorder();
        ProgressLoop there = loop(Waiting.Mode.SPIN);
        Endpoint to = endpoint(there, acceptor);
        Endpoint from = endpoint(here, new Recorder());
        here.execute(() -> from.connect(to.address(), connector));
        Link link = connector.link();
        here.execute(() -> {
            link.write(Unpooled.directBuffer(1).writeZero(1));
            link.flush();
        });
        assertThat(acceptor.got(1)).isTrue();
        here.execute(link::close);
        assertThat(acceptor.cause()).isEmpty();
        assertThat(connector.cause()).isEmpty();
    }

    /** Sends back what comes, as often as it is told to; the side that connects begins. */
    private static final class Echo implements LinkHandler {

        private final int rounds;
        private final CountDownLatch done;
        private @Nullable Link link;
        private int seen;

        Echo(int rounds, CountDownLatch done) {
            this.rounds = rounds;
            this.done = done;
        }

        @Override
        public void onOpen(Link link) {
            this.link = link;
            if (rounds < Integer.MAX_VALUE) {
                send(link);
            }
        }

        private static void send(Link link) {
            link.write(Unpooled.directBuffer(1).writeZero(1));
            link.flush();
        }

        @Override
        public void onBytes(ByteBuf bytes) {
            bytes.skipBytes(bytes.readableBytes());
            seen++;
            if (seen < rounds && link != null) {
                send(link);
            } else {
                done.countDown();
            }
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(@Nullable Throwable cause) {}
    }

    /** Counts how often a turn of the loop reads: always in the middle of a long message, which has its place. */
    private static final class Reads implements LinkHandler, DirectMemory.Input {

        private static final int PLACE_BYTES = 4 * 1024;

        final CountDownLatch all = new CountDownLatch(1);
        private final int expectedBytes;
        private final ByteBuffer memory = ByteBuffer.allocateDirect(PLACE_BYTES);
        private int readBytes;
        private int inThisTurn;
        private volatile int mostInATurn;

        Reads(int expectedBytes) {
            this.expectedBytes = expectedBytes;
        }

        int expected() {
            return expectedBytes;
        }

        void turnEnds() {
            mostInATurn = Math.max(mostInATurn, inThisTurn);
            inThisTurn = 0;
            if (readBytes == expectedBytes) {
                all.countDown();
            }
        }

        private void read(int length) {
            inThisTurn++;
            readBytes += length;
        }

        @Override
        public void onOpen(Link link) {}

        @Override
        public ByteBuffer place() {
            return memory.clear();
        }

        @Override
        public void onPlaced(int length) {
            if (length > 0) {
                read(length);
            }
        }

        @Override
        public int mostBytes() {
            return Integer.MAX_VALUE;
        }

        @Override
        public void onBytes(ByteBuf bytes) {
            read(bytes.readableBytes());
            bytes.skipBytes(bytes.readableBytes());
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(@Nullable Throwable cause) {}
    }

    /** The checksum of all that comes. */
    private static final class Checksum implements LinkHandler {

        final CRC32 crc = new CRC32();
        final Recorder recorder = new Recorder();

        @Override
        public void onOpen(Link link) {
            recorder.onOpen(link);
        }

        @Override
        public void onBytes(ByteBuf bytes) {
            crc.update(bytes.nioBuffer());
            recorder.onBytes(bytes);
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(@Nullable Throwable cause) {
            recorder.onClosed(cause);
        }
    }
}
