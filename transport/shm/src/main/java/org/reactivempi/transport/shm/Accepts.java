package org.reactivempi.transport.shm;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Takes connections from the listening socket, and rests a while where the system has none to give. */
final class Accepts extends ChannelInboundHandlerAdapter {

    private static final long REST_MILLIS = 500;

    private final Consumer<EpollDomainSocketChannel> onAccepted;

    Accepts(Consumer<EpollDomainSocketChannel> onAccepted) {
        this.onAccepted = onAccepted;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        onAccepted.accept((EpollDomainSocketChannel) accepted);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.channel().config().setAutoRead(false);
        context.executor()
                .schedule(() -> context.channel().config().setAutoRead(true), REST_MILLIS, TimeUnit.MILLISECONDS);
    }
}
