package org.reactivempi.transport.tcp;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.socket.SocketProtocolFamily;
import java.net.Inet4Address;
import java.net.InetSocketAddress;

/** Which sockets links have. */
final class Sockets {

    private Sockets() {}

    static boolean isEpoll(EventLoopGroup loop) {
        return loop instanceof IoEventLoopGroup io && io.isCompatible(EpollIoHandle.class);
    }

    /** The family of the address itself: by a socket that takes both, each message over IPv4 goes through the kernel's IPv6 as well. */
    static SocketProtocolFamily family(InetSocketAddress address) {
        return address.getAddress() instanceof Inet4Address ? SocketProtocolFamily.INET : SocketProtocolFamily.INET6;
    }
}
