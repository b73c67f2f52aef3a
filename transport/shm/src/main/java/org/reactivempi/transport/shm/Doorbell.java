package org.reactivempi.transport.shm;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The socket of a link: a byte wakes the other end, and its end is the other's end. On the loop.
 *
 * <p>Written past Netty's queue: a bell that doesn't fit into the socket is one of thousands that the peer has not heard
 * yet, and not needed.
 */
final class Doorbell extends ChannelInboundHandlerAdapter {

    /** Only ever read. */
    private static final ByteBuffer BELL = ByteBuffer.allocateDirect(1);

    private final EpollDomainSocketChannel socket;
    private final Runnable onEnd;

    /** The bell of a link, which hears by {@code onEnd} that the other end has closed its own, or has died. */
    Doorbell(EpollDomainSocketChannel socket, Runnable onEnd) {
        this.socket = socket;
        this.onEnd = onEnd;
    }

    void ring() {
        try {
            // An open socket stays so for the length of this call, since only this thread closes it.
            if (socket.isOpen()) {
                socket.fd().write(BELL, 0, 1);
            }
        } catch (IOException e) {
            // The peer is gone, as the socket is about to say by itself.
        }
    }

    void close() {
        socket.close();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object rung) {
        ReferenceCountUtil.release(rung);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        onEnd.run();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        socket.close();
    }
}
