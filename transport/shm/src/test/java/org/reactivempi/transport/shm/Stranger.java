package org.reactivempi.transport.shm;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Somebody at the socket of a rank who need not be one, for a test in another thread. */
final class Stranger extends ChannelInboundHandlerAdapter {

    final CompletableFuture<Void> closed = new CompletableFuture<>();
    final CompletableFuture<Verdict> verdict = new CompletableFuture<>();
    final EpollDomainSocketChannel socket = new EpollDomainSocketChannel();
    private final ByteBuf answer = Unpooled.buffer();

    static Stranger at(String address, EventLoop loop) throws Exception {
        Stranger stranger = new Stranger();
        stranger.socket.pipeline().addLast(stranger);
        loop.register(stranger.socket).get(10, TimeUnit.SECONDS);
        stranger.socket.connect(ShmAddress.parse(address).socketAddress()).get(10, TimeUnit.SECONDS);
        return stranger;
    }

    void sends(byte[] bytes) {
        socket.writeAndFlush(Unpooled.wrappedBuffer(bytes));
    }

    void isClosed() throws Exception {
        closed.get(10, TimeUnit.SECONDS);
    }

    Verdict verdict() throws Exception {
        return verdict.get(10, TimeUnit.SECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object read) {
        ByteBuf bytes = (ByteBuf) read;
        answer.writeBytes(bytes);
        bytes.release();
        if (answer.readableBytes() >= Answer.LENGTH_BYTES) {
            verdict.complete(Answer.verdict(answer));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        closed.complete(null);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
