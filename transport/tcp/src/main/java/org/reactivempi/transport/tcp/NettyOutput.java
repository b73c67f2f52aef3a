package org.reactivempi.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;

/** Sends through Netty's pipeline. */
final class NettyOutput implements Output {

    private final ChannelHandlerContext context;
    private boolean written;

    NettyOutput(ChannelHandlerContext context) {
        this.context = context;
    }

    @Override
    public void write(ByteBuf bytes) {
        written = true;
        context.write(bytes, context.voidPromise());
    }

    @Override
    public void flush() {
        context.flush();
    }

    @Override
    public boolean isWritable() {
        return context.channel().isWritable();
    }

    /** Does not wait for TLS with somebody to whom nothing was said, and keeps nothing of what still comes from there. */
    @Override
    public void close(Runnable whenWritten) {
        SslHandler tls = context.pipeline().get(SslHandler.class);
        if (!written && tls != null && !tls.handshakeFuture().isDone()) {
            context.pipeline().remove(tls);
            whenWritten.run();
        } else {
            context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(gone -> whenWritten.run());
        }
    }

    @Override
    public void end() {}
}
