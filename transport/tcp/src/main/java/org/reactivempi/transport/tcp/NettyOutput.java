package org.reactivempi.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;

/** Sends through Netty's pipeline. */
final class NettyOutput implements Output {

    private final ChannelHandlerContext context;

    NettyOutput(ChannelHandlerContext context) {
        this.context = context;
    }

    @Override
    public void write(ByteBuf bytes) {
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

    @Override
    public void close(Runnable whenWritten) {
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> whenWritten.run());
    }

    @Override
    public void end() {}
}
