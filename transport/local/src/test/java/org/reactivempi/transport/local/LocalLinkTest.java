package org.reactivempi.transport.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;

class LocalLinkTest {

    private static final int MIB = 1 << 20;

    private final LocalHub hub = new LocalHub();
    private final Recorder connector = new Recorder();
    private final Recorder acceptor = new Recorder();
    private final List<ByteBuf> buffers = new ArrayList<>();
    private ProgressLoop here;
    private ProgressLoop there;
    private Endpoint endpoint;
    private Endpoint target;

    @BeforeEach
    void open() {
        LocalChannel zero = new LocalChannel(0, hub);
        LocalChannel one = new LocalChannel(1, hub);
        here = loop(Waiting.Mode.ADAPTIVE);
        there = loop(Waiting.Mode.SLEEP);
        endpoint = zero.open(here, Recorder::new).block();
        target = one.open(there, () -> acceptor).block();
    }

    private static ProgressLoop loop(Waiting.Mode mode) {
        return new ProgressLoop("rank", false, new Waiting(mode, false), () -> {});
    }

    @AfterEach
    void close() {
        end(here);
        end(there);
        assertThat(buffers).allMatch(buffer -> buffer.refCnt() == 0);
    }

    private static void end(EventLoop loop) {
        loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private void connect() {
        here.execute(() -> endpoint.connect(target.address(), connector));
    }

    private static void on(EventLoop loop, Runnable action) throws Exception {
        loop.submit(action).get(10, TimeUnit.SECONDS);
    }

    private static <T> T on(EventLoop loop, Callable<T> action) throws Exception {
        return loop.submit(action).get(10, TimeUnit.SECONDS);
    }

    private ByteBuf bytes(int length) {
        ByteBuf buffer = Unpooled.buffer(length).writeZero(length);
        buffers.add(buffer);
        return buffer;
    }

    @Test
    @DisplayName("bytes leave with the flush, not before, and arrive on the other rank's thread")
    void flush() throws Exception {
        acceptor.onBytes(bytes -> assertThat(there.inEventLoop()).isTrue());
        connect();
        Link link = connector.link();
        on(here, () -> link.write(bytes(100)));
        on(there, () -> {});
        assertThat(acceptor.received.availablePermits()).isZero();
        on(here, link::flush);
        assertThat(acceptor.got(100)).isTrue();
        assertThat(link.remote()).isEqualTo("rank-1");
    }

    @Test
    @DisplayName("a link with much under way is full, and tells when it is not")
    void backPressure() throws Exception {
        connect();
        Link link = connector.link();
        boolean writable = on(here, () -> {
            link.write(bytes(MIB + 1));
            boolean before = link.isWritable();
            link.flush();
            return before;
        });
        assertThat(writable).isFalse();
        assertThat(connector.writable.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        assertThat(on(here, link::isWritable)).isTrue();
        assertThat(acceptor.got(MIB + 1)).isTrue();
    }

    @Test
    @DisplayName("what was written before the close arrives; each side hears once; later writes are released")
    void closeDelivers() throws Exception {
        connect();
        Link link = connector.link();
        on(here, () -> {
            link.write(bytes(100));
            link.close();
            link.close();
            link.write(bytes(100));
            link.flush();
        });
        assertThat(acceptor.got(100)).isTrue();
        assertThat(acceptor.cause()).isEmpty();
        assertThat(connector.cause()).isEmpty();
        on(there, () -> acceptor.opened.join().write(bytes(5)));
    }

    @Test
    @DisplayName("both close at once")
    void bothClose() throws Exception {
        connect();
        Link link = connector.link();
        Link other = acceptor.link();
        here.execute(link::close);
        there.execute(other::close);
        assertThat(acceptor.cause()).isEmpty();
        assertThat(connector.cause()).isEmpty();
    }

    @Test
    @DisplayName("a peer whose loop has ended: the link closes with the next flush, nothing leaks")
    void loopOfThePeerEnded() throws Exception {
        connect();
        Link link = connector.link();
        acceptor.link();
        end(there);
        on(here, () -> {
            link.write(bytes(100));
            link.flush();
        });
        assertThat(connector.cause()).isEmpty();
    }

    @Test
    @DisplayName("nobody listens: closed or never opened endpoints, ended loops, nonsense")
    void nobodyListens() throws Exception {
        Recorder nonsense = new Recorder();
        here.execute(() -> endpoint.connect("nonsense", nonsense));
        assertThat(nonsense.cause()).containsInstanceOf(ConnectException.class);

        end(there);
        Recorder ended = new Recorder();
        here.execute(() -> endpoint.connect(target.address(), ended));
        assertThat(ended.cause()).containsInstanceOf(ConnectException.class);

        target.close();
        connect();
        assertThat(connector.cause()).containsInstanceOf(ConnectException.class);
    }

    @ParameterizedTest
    @EnumSource(Throwing.class)
    @DisplayName("a handler that throws loses its link, with the cause; no other link, no buffer, no loop")
    void handlerThrows(Throwing kind) throws Exception {
        acceptor.onBytes(bytes -> kind.run());
        connect();
        Link link = connector.link();
        on(here, () -> {
            link.write(bytes(10));
            link.write(bytes(10));
            link.flush();
        });
        assertThat(acceptor.cause())
                .isPresent()
                .get()
                .extracting(Throwable::getMessage)
                .isEqualTo("on purpose");
        assertThat(connector.cause()).isEmpty();
        assertThat(on(there, () -> "alive")).isEqualTo("alive");
    }

    private enum Throwing {
        EXCEPTION {
            @Override
            void run() {
                throw new IllegalStateException("on purpose");
            }
        },
        ERROR {
            @Override
            void run() {
                throw new AssertionError("on purpose");
            }
        };

        abstract void run();
    }
}
