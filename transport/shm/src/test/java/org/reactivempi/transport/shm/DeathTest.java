package org.reactivempi.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.channel.Endpoint;

/** A peer in a process of its own that dies. */
class DeathTest extends TwoRanks {

    private Process rank(String address, int bytes) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DyingRank.class.getName(),
                        directory.toString(),
                        address,
                        Integer.toString(bytes))
                .inheritIO()
                .start();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_536})
    @DisplayName("LIF-4 what a killed peer had published arrives, then the link ends with a cause; it leaves no file")
    void killed(int bytes) throws Exception {
        Endpoint endpoint = endpoint(there, settings(64 * KIB), () -> acceptor);
        ByteBuf arrived = Unpooled.buffer();
        acceptor.onBytes(arrived::writeBytes);
        Process peer = rank(endpoint.address(), bytes);
        try {
            assertThat(acceptor.closed().get(30, TimeUnit.SECONDS))
                    .get()
                    .isInstanceOf(IOException.class)
                    .extracting(Throwable::getMessage)
                    .isEqualTo("process " + peer.pid() + " has ended, or its rank, without closing the link");
            assertThat(arrived.readableBytes()).isEqualTo(bytes);
            for (int at = 0; at < bytes; at++) {
                assertThat(arrived.getByte(at)).isEqualTo((byte) at);
            }
            assertThat(files()).isEmpty();
        } finally {
            peer.destroyForcibly().waitFor();
        }
    }

    @Test
    @DisplayName("LIF-4 a peer that is killed while it waits for an answer leaves no file")
    void killedWhileConnecting() throws Exception {
        Endpoint endpoint = endpoint(here, settings(64 * KIB), () -> acceptor);
        ShmAddress silent = new ShmAddress(ShmAddress.parse(endpoint.address()).identity(), "e".repeat(32));
        CompletableFuture<Void> offered = new CompletableFuture<>();
        EpollServerDomainSocketChannel server = new EpollServerDomainSocketChannel();
        server.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object accepted) {
                EpollDomainSocketChannel socket = (EpollDomainSocketChannel) accepted;
                socket.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelRead(ChannelHandlerContext context, Object read) {
                        ReferenceCountUtil.release(read);
                        offered.complete(null);
                    }
                });
                there.register(socket);
            }
        });
        there.register(server).get(60, TimeUnit.SECONDS);
        server.bind(silent.socketAddress()).get(60, TimeUnit.SECONDS);
        Process peer = rank(silent.toString(), 0);
        try {
            offered.get(30, TimeUnit.SECONDS);
        } finally {
            peer.destroyForcibly().waitFor();
        }
        assertThat(files()).isEmpty();
        server.close().get(60, TimeUnit.SECONDS);
    }
}
