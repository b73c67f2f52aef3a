package org.reactivempi.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;

/**
 * A TCP connection: the only handler between the socket and the engine.
 *
 * <p>It stands first in reactor-netty's pipeline and takes all bytes for itself; reactor-netty makes the connection and,
 * at the end, hears that it is gone.
 *
 * <pre>
 *  OPEN --close--&gt; all written, output shut down, input thrown away --the peer has closed, or too late--&gt; closed
 *   +------------------------------ the peer has closed, or a failure ------------------------------------^
 * </pre>
 * A socket that is closed while it has unread input makes the system reset the connection, and what was written is lost on
 * its way. So a link that closes reads on until its peer has closed as well.
 */
final class TcpLink extends ChannelInboundHandlerAdapter implements Link {

    /** How long a peer may take to close after us. */
    private static final long LONGEST_END_SECONDS = 10;

    private final LinkHandler handler;
    private @Nullable ChannelHandlerContext context;
    private @Nullable Throwable failure;
    private boolean closing;
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
            if (!closing) {
                handler.onBytes(buffer);
            }
        } finally {
            buffer.release();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable() && !closing) {
            handler.onWritable();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // The first one: closing makes more of them, for whatever has not been sent.
        if (failure == null) {
            failure = cause;
        }
        closing = true;
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
        if (closing) {
            bytes.release();
            return;
        }
        ChannelHandlerContext open = open();
        open.write(bytes, open.voidPromise());
    }

    @Override
    public void flush() {
        if (!closing) {
            open().flush();
        }
    }

    @Override
    public boolean isWritable() {
        return open().channel().isWritable();
    }

    @Override
    public void close() {
        if (closing) {
            return;
        }
        closing = true;
        open().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> shutDownOutput());
    }

    private void shutDownOutput() {
        Channel channel = open().channel();
        if (!channel.isActive()) {
            return;
        }
        ((DuplexChannel) channel).shutdownOutput();
        Future<?> tooLate = channel.eventLoop().schedule(() -> channel.close(), LONGEST_END_SECONDS, TimeUnit.SECONDS);
        channel.closeFuture().addListener(unused -> tooLate.cancel(false));
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
