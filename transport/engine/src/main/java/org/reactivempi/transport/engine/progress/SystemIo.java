package org.reactivempi.transport.engine.progress;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.nio.NioIoHandler;

/** What the system tells a loop of: sockets, by native epoll where there is one, or only wake-ups. */
final class SystemIo {

    private SystemIo() {}

    static IoHandlerFactory of(boolean sockets) {
        return sockets ? sockets() : LocalIoHandler.newFactory();
    }

    /** Kept apart: a loop without sockets loads none of these classes. */
    private static IoHandlerFactory sockets() {
        return Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    }
}
