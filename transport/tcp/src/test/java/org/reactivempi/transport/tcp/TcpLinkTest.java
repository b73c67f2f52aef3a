package org.reactivempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import reactor.test.StepVerifier;

/** Runs twice in the build, with epoll where there is one and without. */
class TcpLinkTest {

    private static final int MIB = 1 << 20;

    private final List<EventLoop> loops = new ArrayList<>();
    private final Recorder connector = new Recorder();
    private final Recorder acceptor = new Recorder();
    private final ProgressLoop here = loop(Waiting.Mode.ADAPTIVE);
    private final ProgressLoop there = loop(Waiting.Mode.SLEEP);

    private static TcpChannel channel(Map<String, String> settings) {
        return new TcpChannel(TcpSettings.from(TcpContext.of(0, settings)));
    }

    private ProgressLoop loop(Waiting.Mode mode) {
        ProgressLoop loop = new ProgressLoop("rank", true, new Waiting(mode, false), () -> {});
        loops.add(loop);
        return loop;
    }

    @AfterEach
    void endLoops() {
        loops.forEach(loop -> loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly());
    }

    private Endpoint endpoint(ProgressLoop loop, Map<String, String> settings) {
        return channel(settings).open(loop, () -> acceptor).block();
    }

    private void connect(Map<String, String> settings) {
        Endpoint from = endpoint(here, Map.of());
        Endpoint to = endpoint(there, settings);
        here.execute(() -> from.connect(to.address(), connector));
    }

    private static void on(EventLoop loop, Runnable action) throws Exception {
        loop.submit(action).get(10, TimeUnit.SECONDS);
    }

    private static <T> T on(EventLoop loop, Callable<T> action) throws Exception {
        return loop.submit(action).get(10, TimeUnit.SECONDS);
    }

    private static ByteBuf bytes(int length) {
        return Unpooled.directBuffer(length).writeZero(length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    @DisplayName("bytes arrive in order, complete, on the progress threads, over IPv4 and IPv6")
    void bytesArrive(String host) throws Exception {
        if (host.contains(":")) {
            assumeIpv6();
        }
        byte[] sent = new byte[5 * MIB];
        new Random(1).nextBytes(sent);
        ByteBuf arrived = Unpooled.buffer(sent.length);
        acceptor.onBytes(bytes -> {
            assertThat(there.inEventLoop()).isTrue();
            arrived.writeBytes(bytes);
        });
        connect(Map.of("tcp-host", host));
        Link link = connector.link();
        on(here, () -> {
            for (int at = 0; at < sent.length; at += MIB) {
                link.write(Unpooled.copiedBuffer(sent, at, MIB));
            }
            link.flush();
        });
        assertThat(acceptor.got(sent.length)).isTrue();
        assertThat(arrived).isEqualTo(Unpooled.wrappedBuffer(sent));
        assertThat(on(there, () -> acceptor.opened.join().remote())).contains("127.0.0.1".equals(host) ? "127" : "0:1");
    }

    private static void assumeIpv6() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
            assertThat(socket.isBound()).isTrue();
        } catch (IOException e) {
            Assumptions.abort("no IPv6 here");
        }
    }

    @Test
    @DisplayName("bytes leave with the flush, not before; so those of a turn leave together")
    void flush() throws Exception {
        connect(Map.of());
        Link link = connector.link();
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
        assertThat(acceptor.received.availablePermits()).isZero();

        on(here, link::flush);
        assertThat(acceptor.got(5000)).isTrue();
    }

    @Test
    @DisplayName("a link with much under way is full, and tells when it is not")
    void backPressure() throws Exception {
        connect(Map.of());
        Link link = connector.link();
        boolean writable = on(here, () -> {
            link.write(bytes(2 * MIB));
            return link.isWritable();
        });
        assertThat(writable).isFalse();
        on(here, link::flush);
        assertThat(connector.writable.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        assertThat(acceptor.got(2 * MIB)).isTrue();
    }

    @Test
    @DisplayName("what was written before the close arrives; each side hears once; later writes are released")
    void closeDelivers() throws Exception {
        connect(Map.of());
        Link link = connector.link();
        ByteBuf late = bytes(10);
        on(here, () -> {
            link.write(bytes(MIB));
            link.close();
            link.close();
        });
        assertThat(acceptor.got(MIB)).isTrue();
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
    @DisplayName("a handler that throws loses its link, with the cause")
    void handlerThrows() throws Exception {
        acceptor.onBytes(bytes -> {
            throw new IllegalStateException("on purpose");
        });
        connect(Map.of());
        Link link = connector.link();
        on(here, () -> {
            link.write(bytes(10));
            link.flush();
        });
        assertThat(acceptor.cause())
                .isPresent()
                .get()
                .extracting(Throwable::getMessage)
                .isEqualTo("on purpose");
        assertThat(connector.closed).succeedsWithin(10, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "nonsense", ":1", "127.0.0.1:", "127.0.0.1:http", "127.0.0.1:99999", "127.0.0.1:-1", "[::1"})
    @DisplayName("an address that is none fails as one that cannot be reached")
    void malformedAddress(String address) throws Exception {
        Endpoint from = endpoint(here, Map.of());
        here.execute(() -> from.connect(address, connector));
        assertThat(connector.cause()).isPresent();
        assertThat(on(here, () -> "alive")).isEqualTo("alive");
    }

    @Test
    @DisplayName("a port where nobody listens fails, with the reason")
    void nobodyListens() throws Exception {
        Endpoint from = endpoint(here, Map.of());
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        here.execute(() -> from.connect("127.0.0.1:" + free, connector));
        assertThat(connector.cause()).isPresent().get().isInstanceOf(IOException.class);
    }

    @Test
    @DisplayName("a port in use fails with one line that names the address")
    void portInUse() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Map<String, String> settings = Map.of("tcp-port", Integer.toString(socket.getLocalPort()));
            StepVerifier.create(channel(settings).open(here, () -> acceptor))
                    .expectErrorSatisfies(error -> assertThat(error)
                            .isInstanceOf(IOException.class)
                            .hasMessageStartingWith("cannot listen on 127.0.0.1:" + socket.getLocalPort() + ": ")
                            .hasMessageContaining("in use")
                            .hasMessageNotContaining("\n"))
                    .verify();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-such-host.invalid", "300.1.1.1"})
    @DisplayName("a host that nobody knows fails with one line that names it")
    void unknownHost(String host) {
        StepVerifier.create(channel(Map.of("tcp-host", host)).open(here, () -> acceptor))
                .expectErrorMessage("cannot listen on tcp-host " + host + ": unknown host")
                .verify();
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-such", "longer-than-any-name"})
    @DisplayName("a congestion control that the system does not have fails with one line that names it")
    void unknownCongestionControl(String name) {
        assumeTrue(Epoll.isAvailable());

        StepVerifier.create(channel(Map.of("tcp-congestion", name)).open(here, () -> acceptor))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(IOException.class)
                        .hasMessageStartingWith("cannot use tcp-congestion " + name + ": "))
                .verify();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::"})
    @DisplayName("a wildcard, which peers cannot connect to, fails with one line that names it")
    void wildcard(String host) {
        StepVerifier.create(channel(Map.of("tcp-host", host)).open(here, () -> acceptor))
                .expectErrorMessage("cannot listen on tcp-host " + host + ": peers need an address to connect to")
                .verify();
    }

    @Test
    @DisplayName("an address of another host fails with one line that names it")
    void foreignAddress() {
        StepVerifier.create(channel(Map.of("tcp-host", "192.0.2.1")).open(here, () -> acceptor))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(IOException.class)
                        .hasMessageStartingWith("cannot listen on 192.0.2.1:0: "))
                .verify();
    }

    @Test
    @DisplayName("a closed endpoint takes no more connections, and its links stay")
    void closedEndpoint() throws Exception {
        Endpoint from = endpoint(here, Map.of());
        Endpoint to = endpoint(there, Map.of());
        here.execute(() -> from.connect(to.address(), connector));
        Link link = connector.link();
        acceptor.link();
        to.close();

        Recorder late = new Recorder();
        for (int attempt = 0; attempt < 100 && !late.closed.isDone(); attempt++) {
            Recorder next = new Recorder();
            late = next;
            on(here, () -> from.connect(to.address(), next));
            // Closing happens on the loop; what came before it may still be accepted, and is closed with this test.
            CompletableFuture.anyOf(next.opened, next.closed).get(10, TimeUnit.SECONDS);
        }
        assertThat(late.cause()).isPresent();

        on(here, () -> {
            link.write(bytes(10));
            link.flush();
        });
        assertThat(acceptor.got(10)).isTrue();
    }
}
