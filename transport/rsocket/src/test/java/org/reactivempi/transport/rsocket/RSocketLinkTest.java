package org.reactivempi.transport.rsocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.rsocket.link.Intake;
import org.reactivempi.transport.rsocket.link.Outbox;
import org.reactivempi.transport.rsocket.link.RSocketLink;
import org.reactivempi.transport.tck.Recorder;

/** Runs twice in the build, with epoll where there is one and without. */
@ParameterizedClass(name = "{0}")
@EnumSource(Way.class)
class RSocketLinkTest {

    private static final int MIB = 1 << 20;

    private final List<ProgressLoop> loops = new ArrayList<>();
    private final Recorder connector = new Recorder();
    private final Recorder acceptor = new Recorder();
    private final ProgressLoop here = loop(Waiting.Mode.ADAPTIVE);
    private final ProgressLoop there = loop(Waiting.Mode.SLEEP);
    private final Way.Open way;
    private final Endpoint from;
    private final Endpoint to;

    RSocketLinkTest(Way way) {
        this.way = way.open();
        this.from = RSocketContext.of(1, Map.of())
                .channel()
                .open(here, () -> new Recorder())
                .block();
        this.to = this.way.context().channel().open(there, () -> acceptor).block();
    }

    private ProgressLoop loop(Waiting.Mode mode) {
        ProgressLoop loop = new ProgressLoop("rank", true, new Waiting(mode), () -> {});
        loops.add(loop);
        return loop;
    }

    @AfterEach
    void end() {
        way.application().dispose();
        loops.forEach(RSocketLinkTest::end);
    }

    private static void end(ProgressLoop loop) {
        if (!loop.isShuttingDown()) {
            loop.execute(loop::end);
        }
        loop.terminationFuture().syncUninterruptibly();
    }

    private Link connect() throws Exception {
        here.execute(() -> from.connect(to.address(), connector));
        return connector.link();
    }

    private static void on(EventLoop loop, Runnable action) throws Exception {
        loop.submit(action).get(60, TimeUnit.SECONDS);
    }

    private static <T> T on(EventLoop loop, Callable<T> action) throws Exception {
        return loop.submit(action).get(60, TimeUnit.SECONDS);
    }

    private static ByteBuf bytes(int length) {
        return Unpooled.directBuffer(length).writeZero(length);
    }

    @Test
    @DisplayName("bytes arrive in order, complete, on the progress threads, both ways at once, in buffers of any size")
    void bytesArrive() throws Exception {
        Random random = new Random(1);
        byte[] sent = new byte[3 * MIB];
        random.nextBytes(sent);
        ByteBuf arrived = Unpooled.buffer(sent.length);
        ByteBuf back = Unpooled.buffer(sent.length);
        acceptor.onBytes(bytes -> {
            assertThat(there.inEventLoop()).isTrue();
            arrived.writeBytes(bytes, bytes.readerIndex(), bytes.readableBytes());
            acceptor.opened().join().write(bytes.copy());
            acceptor.opened().join().flush();
        });
        connector.onBytes(bytes -> {
            assertThat(here.inEventLoop()).isTrue();
            back.writeBytes(bytes);
        });
        Link link = connect();
        on(here, () -> {
            int at = 0;
            while (at < sent.length) {
                int length = Math.min(sent.length - at, 1 + random.nextInt(random.nextInt(10) == 0 ? MIB : 2000));
                link.write(Unpooled.copiedBuffer(sent, at, length));
                if (random.nextInt(5) == 0) {
                    link.flush();
                }
                at += length;
            }
            link.flush();
        });
        assertThat(acceptor.got(sent.length)).isTrue();
        assertThat(connector.got(sent.length)).isTrue();
        assertThat(arrived).isEqualTo(Unpooled.wrappedBuffer(sent));
        assertThat(back).isEqualTo(Unpooled.wrappedBuffer(sent));
    }

    @Test
    @DisplayName("the side that was connected to may speak first, and the link names the other end")
    void acceptorSpeaksFirst() throws Exception {
        Link link = connect();
        Link back = acceptor.link();
        on(there, () -> {
            back.write(bytes(10));
            back.flush();
        });
        assertThat(connector.got(10)).isTrue();
        assertThat(on(here, link::remote)).contains("127.0.0.1");
        assertThat(on(there, back::remote)).isNotEmpty();
    }

    @Test
    @DisplayName("bytes leave with the flush, not before; so those of a turn leave together")
    void flush() throws Exception {
        Link link = connect();
        Link back = acceptor.link();
        on(here, () -> {
            for (int i = 0; i < 500; i++) {
                link.write(bytes(10));
            }
        });
        on(there, () -> {
            back.write(bytes(1));
            back.flush();
        });
        assertThat(connector.got(1)).isTrue();
        assertThat(acceptor.received().availablePermits()).isZero();

        on(here, link::flush);
        assertThat(acceptor.got(5000)).isTrue();
        assertThat(acceptor.calls().availablePermits()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "a peer that consumes nothing is sent a window's worth and no more; the link is full, until the peer goes on")
    void demand() throws Exception {
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        Link link = connect();
        Link back = acceptor.link();
        there.execute(goOn::join);
        int written = 8 * Intake.WINDOW * Outbox.PIECE_BYTES;
        boolean writable = on(here, () -> {
            link.write(bytes(written));
            link.flush();
            return link.isWritable();
        });
        assertThat(writable).isFalse();
        assertThat(connector.writable().availablePermits()).isZero();
        assertThat(on(here, () -> ((RSocketLink) link).outlet().sentPieces())).isLessThanOrEqualTo(1 + Intake.WINDOW);

        goOn.complete(null);
        assertThat(acceptor.got(written)).isTrue();
        assertThat(connector.writable().tryAcquire(60, TimeUnit.SECONDS)).isTrue();
        assertThat(on(here, link::isWritable)).isTrue();
        assertThat(on(there, back::isWritable)).isTrue();
    }

    @Test
    @DisplayName("room is for what is needed at least, and a piece is good")
    void room() throws Exception {
        Link link = connect();
        int[] rooms = on(here, () -> {
            ByteBuf little = link.room(1, 10);
            ByteBuf piece = link.room(1, MIB);
            ByteBuf much = link.room(MIB, MIB);
            int[] writable = {little.writableBytes(), piece.writableBytes(), much.writableBytes()};
            little.release();
            piece.release();
            much.release();
            return writable;
        });
        assertThat(rooms[0]).isBetween(1, Outbox.PIECE_BYTES);
        assertThat(rooms[1]).isEqualTo(Outbox.PIECE_BYTES);
        assertThat(rooms[2]).isGreaterThanOrEqualTo(MIB);
    }

    @Test
    @DisplayName("what was written before the close arrives; each side hears once; later writes are released")
    void closeDelivers() throws Exception {
        Link link = connect();
        ByteBuf late = bytes(10);
        on(here, () -> {
            link.write(bytes(5 * MIB));
            link.close();
            link.close();
        });
        assertThat(acceptor.got(5 * MIB)).isTrue();
        assertThat(acceptor.cause()).isEmpty();
        assertThat(connector.cause()).isEmpty();
        on(here, () -> {
            link.write(late);
            link.flush();
        });
        assertThat(late.refCnt()).isZero();
        assertThat(link.remote()).isNotEqualTo("null");
    }

    @Test
    @DisplayName("the side that was connected to closes as well, with what it wrote")
    void acceptorCloses() throws Exception {
        connect();
        Link back = acceptor.link();
        on(there, () -> {
            back.write(bytes(5 * MIB));
            back.close();
        });
        assertThat(connector.got(5 * MIB)).isTrue();
        assertThat(connector.cause()).isEmpty();
        assertThat(acceptor.cause()).isEmpty();
    }

    @Test
    @DisplayName("both sides close at once, in an orderly way")
    void bothClose() throws Exception {
        Link link = connect();
        Link back = acceptor.link();
        here.execute(link::close);
        there.execute(back::close);
        assertThat(connector.cause()).isEmpty();
        assertThat(acceptor.cause()).isEmpty();
    }

    @Test
    @DisplayName("a link that is closed as soon as it is open ends, on both sides")
    void closedAtOnce() throws Exception {
        Recorder hasty = new Recorder() {
            @Override
            public void onOpen(Link link) {
                super.onOpen(link);
                link.close();
            }
        };
        here.execute(() -> from.connect(to.address(), hasty));
        assertThat(hasty.cause()).isEmpty();
        if (acceptor.opened().isDone()) {
            assertThat(acceptor.closed()).succeedsWithin(60, TimeUnit.SECONDS);
        }
    }

    @Test
    @DisplayName("a peer that dies is noticed on the other side, with a cause")
    void peerDies() throws Exception {
        connect();
        acceptor.link();
        end(here);
        assertThat(acceptor.cause()).isPresent();
    }

    @Test
    @DisplayName("a handler that throws loses its link, with the cause")
    void handlerThrows() throws Exception {
        acceptor.onBytes(bytes -> {
            throw new IllegalStateException("on purpose");
        });
        Link link = connect();
        on(here, () -> {
            link.write(bytes(10));
            link.flush();
        });
        assertThat(acceptor.cause())
                .isPresent()
                .get()
                .extracting(Throwable::getMessage)
                .isEqualTo("on purpose");
        assertThat(connector.closed()).succeedsWithin(60, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("a door that has closed takes no more connections, and its links stay")
    void closedEndpoint() throws Exception {
        Link link = connect();
        acceptor.link();
        on(there, to::close);
        Recorder late = new Recorder();
        here.execute(() -> from.connect(to.address(), late));
        assertThat(late.cause()).isPresent();
        on(here, () -> {
            link.write(bytes(10));
            link.flush();
        });
        assertThat(acceptor.got(10)).isTrue();
    }
}
