package org.reactivempi.transport.shm;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.unix.FileDescriptor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.reactivempi.transport.shm.handshake.Answer;
import org.reactivempi.transport.shm.handshake.Answer.Verdict;

/** Somebody at the socket of a rank who need not be one, for a test in another thread. */
final class RawSocket extends ChannelInboundHandlerAdapter {

    final CompletableFuture<Void> closed = new CompletableFuture<>();
    final CompletableFuture<Verdict> verdict = new CompletableFuture<>();
    final EpollDomainSocketChannel socket = new EpollDomainSocketChannel();
    private final ByteBuf answer = Unpooled.buffer();

    static RawSocket at(String address, EventLoop loop) throws Exception {
        RawSocket raw = new RawSocket();
        raw.socket.pipeline().addLast(raw);
        loop.register(raw.socket).get(60, TimeUnit.SECONDS);
        raw.socket.connect(ShmAddress.parse(address).socketAddress()).get(60, TimeUnit.SECONDS);
        return raw;
    }

    void sends(byte[] bytes) {
        socket.writeAndFlush(Unpooled.wrappedBuffer(bytes));
    }

    /** Hands a descriptor over, and keeps none. */
    void gives(FileDescriptor descriptor) {
        socket.writeAndFlush(descriptor).addListener(given -> descriptor.close());
    }

    /** Closes it after all that was sent. */
    void goes() throws Exception {
        socket.writeAndFlush(Unpooled.EMPTY_BUFFER)
                .addListener(ChannelFutureListener.CLOSE)
                .get(60, TimeUnit.SECONDS);
    }

    void isClosed() throws Exception {
        closed.get(60, TimeUnit.SECONDS);
    }

    Verdict verdict() throws Exception {
        return verdict.get(60, TimeUnit.SECONDS);
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
