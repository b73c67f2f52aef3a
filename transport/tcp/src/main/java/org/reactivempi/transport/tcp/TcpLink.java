package org.reactivempi.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;

/**
 * A TCP connection: the only handler between the socket and the engine.
 *
 * <p>It stands first in reactor-netty's pipeline and takes all bytes for itself; reactor-netty makes the connection and,
 * at the end, hears that it is gone.
 */
final class TcpLink extends ChannelInboundHandlerAdapter implements Link {

    private final LinkHandler handler;
    private @Nullable ChannelHandlerContext context;
    private @Nullable Throwable failure;
    private boolean closed;

    TcpLink(LinkHandler handler) {
        this.handler = handler;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        this.context = context;
        context.fireChannelActive();
        handler.onOpen(this);
        context.channel().config().setAutoRead(true);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        ByteBuf buffer = (ByteBuf) bytes;
        try {
            handler.onBytes(buffer);
        } finally {
            buffer.release();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            handler.onWritable();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        failure = cause;
        context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        context.fireChannelInactive();
        end(failure);
    }

    void onConnectFailed(Throwable cause) {
        end(cause);
    }

    private void end(@Nullable Throwable cause) {
        if (!closed) {
            closed = true;
            handler.onClosed(cause);
        }
    }

    @Override
    public ByteBuf room(int leastBytes, int wantedBytes) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(wantedBytes);
    }

    @Override
    public void write(ByteBuf bytes) {
        ChannelHandlerContext open = open();
        open.write(bytes, open.voidPromise());
    }

    @Override
    public void flush() {
        open().flush();
    }

    @Override
    public boolean isWritable() {
        return open().channel().isWritable();
    }

    @Override
    public void close() {
        open().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public String remote() {
        return String.valueOf(open().channel().remoteAddress());
    }

    private ChannelHandlerContext open() {
        ChannelHandlerContext open = context;
        if (open == null) {
            throw new IllegalStateException("not connected yet");
        }
        return open;
    }
}
