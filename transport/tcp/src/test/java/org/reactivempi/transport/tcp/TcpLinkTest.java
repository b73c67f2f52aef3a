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
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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
import org.reactivempi.transport.tck.Recorder;
import reactor.test.StepVerifier;

/** What is TCP's own, beyond {@link TcpChannelTest}. Runs twice in the build, with epoll where there is one and without. */
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
        ProgressLoop loop = new ProgressLoop("rank", true, new Waiting(mode), () -> {});
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
        loop.submit(action).get(60, TimeUnit.SECONDS);
    }

    private static <T> T on(EventLoop loop, Callable<T> action) throws Exception {
        return loop.submit(action).get(60, TimeUnit.SECONDS);
    }

    private static ByteBuf bytes(int length) {
        return Unpooled.directBuffer(length).writeZero(length);
    }

    @Test
    @DisplayName("bytes arrive also over IPv6")
    void overIpv6() throws Exception {
        assumeIpv6();
        connect(Map.of("tcp-host", "::1"));
        Link link = connector.link();
        on(here, () -> {
            link.write(bytes(5 * MIB));
            link.flush();
        });
        assertThat(acceptor.got(5 * MIB)).isTrue();
        assertThat(on(there, () -> acceptor.link().remote())).contains("0:1");
    }

    @Test
    @DisplayName("what a peer has sent before it resets the connection arrives, also where a write notices first")
    void readsTheRest() throws Exception {
        assumeTrue(Epoll.isAvailable());
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Endpoint from = endpoint(here, Map.of());
            here.execute(() -> from.connect("127.0.0.1:" + server.getLocalPort(), connector));
            Link link = connector.link();
            Socket peer = server.accept();
            on(here, () -> {
                peer.getOutputStream().write(new byte[100]);
                peer.setSoLinger(true, 0);
                peer.close();
                link.write(bytes(10));
                link.flush();
                return peer.isClosed();
            });
            assertThat(connector.cause()).containsInstanceOf(IOException.class);
            assertThat(connector.pending()).isEqualTo(100);
        }
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
        assertThat(acceptor.pending()).isZero();

        on(here, link::flush);
        assertThat(acceptor.got(5000)).isTrue();
    }

    @Test
    @DisplayName("short room is used again as soon as it has left, and not before; long room is not")
    void roomAgain() throws Exception {
        connect(Map.of());
        Link link = connector.link();
        on(here, () -> {
            ByteBuf first = link.room(1, TcpLink.BATCH_BYTES).writeZero(10);
            ByteBuf second = link.room(1, 100);
            assertThat(second).isNotSameAs(first);
            second.release();
            assertThat(link.room(1, 100)).isSameAs(second);
            second.writeZero(20);
            ByteBuf longer = link.room(1, TcpLink.BATCH_BYTES + 1).writeZero(30);
            assertThat(longer).isNotSameAs(second);
            link.write(first);
            link.write(second);
            link.write(longer);
            link.flush();
        });
        assertThat(acceptor.got(60)).isTrue();
    }

    @Test
    @DisplayName(
            "SIM-23 a link that rests holds no memory, nor does it for a sign of life; what has not left it holds on")
    void rest() throws Exception {
        connect(Map.of());
        Link link = connector.link();
        ByteBuf room = on(here, () -> link.room(1, TcpLink.BATCH_BYTES).writeZero(10));
        on(here, () -> {
            link.rest();
            assertThat(room.refCnt()).isEqualTo(2);
            link.write(room);
            link.flush();
        });
        assertThat(acceptor.got(10)).isTrue();
        on(here, () -> {
            link.rest();
            assertThat(room.refCnt()).isZero();
            ByteBuf sign = link.room(24, 24).writeZero(24);
            assertThat(sign.capacity()).isLessThan(100);
            link.write(sign);
            link.flush();
            assertThat(sign.refCnt()).isZero();
        });
        assertThat(acceptor.got(24)).isTrue();
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
}
