package org.reactivempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketProtocolFamily;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SocketsTest {

    @Test
    @DisplayName("a socket has the family of its address, the unspecified one included")
    void family() {
        assertThat(family("127.0.0.1")).isEqualTo(SocketProtocolFamily.INET);
        assertThat(family("0.0.0.0")).isEqualTo(SocketProtocolFamily.INET);
        assertThat(family("::1")).isEqualTo(SocketProtocolFamily.INET6);
        assertThat(family("::")).isEqualTo(SocketProtocolFamily.INET6);
    }

    private static SocketProtocolFamily family(String address) {
        return Sockets.family(new InetSocketAddress(address, 1));
    }

    @Test
    @DisplayName("without the system's epoll, Java's own sockets have no family to be chosen")
    void nio() throws InterruptedException {
        MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        assertThat(Sockets.isEpoll(loop)).isFalse();
        loop.shutdownGracefully().sync();
    }
}
