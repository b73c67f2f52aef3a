package org.reactivempi.transport.rsocket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import reactor.netty.NettyPipeline;

/**
 * Ends WebSocket connections whose client has gone on before it was answered: reactor-netty gets such bytes as no frame, and
 * would not release them. Stands right before its handler.
 */
final class StrayBytes extends ChannelInboundHandlerAdapter {

    private static final String HANDLER = "reactive-mpi";

    private StrayBytes() {}

    static void endConnection(Channel channel) {
        channel.pipeline().addBefore(NettyPipeline.ReactiveBridge, HANDLER, new StrayBytes());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof ByteBuf bytes) {
            bytes.release();
            context.close();
        } else {
            context.fireChannelRead(message);
        }
    }
}
