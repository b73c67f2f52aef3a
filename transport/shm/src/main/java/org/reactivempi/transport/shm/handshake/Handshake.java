package org.reactivempi.transport.shm.handshake;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.unix.DomainSocketReadMode;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.PeerCredentials;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.reactivempi.transport.channel.RefusedException;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.shm.ring.ShmLink;

/**
 * What both halves of a handshake do: know the other's user, collect one message of known length, and not wait for ever.
 *
 * <pre>
 *  WAITING --message--> done: a link, or the end of the socket
 *     +--another user, end, timeout, too long a message--> failed
 * </pre>
 */
abstract class Handshake extends ChannelInboundHandlerAdapter {

    private static final Log log = Log.of(Handshake.class);
    private static final String NO_ANSWER = "the other end closed the socket without an answer";

    final ShmHost host;
    final EpollDomainSocketChannel socket;
    private final EventLoop loop;
    private final ByteBuf message;
    private final ScheduledFuture<?> deadline;
    private boolean over;

    Handshake(ShmHost host, EpollDomainSocketChannel socket, EventLoop loop, int messageBytes) {
        this.host = host;
        this.socket = socket;
        this.loop = loop;
        this.message = Unpooled.buffer(messageBytes, messageBytes);
        long nanos = host.handshakeTimeout().toNanos();
        this.deadline = loop.schedule(this::late, nanos, TimeUnit.NANOSECONDS);
    }

    /** The other end is a process of this user. */
    abstract void onPeer() throws IOException;

    /** The message has come; {@code more} bytes did so after it. */
    abstract void onMessage(ByteBuf message, int more) throws IOException;

    /** There will be no link. */
    abstract void onFailed(Throwable cause);

    @Override
    public void channelActive(ChannelHandlerContext context) {
        try {
            PeerCredentials peer = socket.peerCredentials();
            if (peer.uid() != host.uid()) {
                throw new RefusedException(
                        "process " + peer.pid() + " is of user " + peer.uid() + ", not " + host.uid());
            }
            onPeer();
        } catch (IOException e) {
            fail(e);
        }
    }

    /** A descriptor has come, and it is not over; one that nobody asked for goes. */
    void onDescriptor(FileDescriptor given) {
        close(given);
    }

    /** A descriptor is lost on a reader that takes its byte as any other: so no read goes beyond the message before it. */
    final void readOnly(int messageBytes) {
        socket.config().setRecvByteBufAllocator(new FixedRecvByteBufAllocator(messageBytes));
    }

    /** Next comes a descriptor. */
    final void readDescriptors() {
        readNext(DomainSocketReadMode.FILE_DESCRIPTORS);
    }

    /** From the next turn on: what Netty reads in this one would still be of the same kind. */
    final void readNext(DomainSocketReadMode kind) {
        socket.config().setAutoRead(false);
        socket.config().setReadMode(kind);
        socket.eventLoop().execute(() -> socket.config().setAutoRead(true));
    }

    static void close(FileDescriptor given) {
        try {
            given.close();
        } catch (IOException e) {
            log.debug("a descriptor cannot be closed: {}", e.getMessage());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object read) {
        if (read instanceof FileDescriptor given) {
            if (over) {
                close(given);
            } else {
                onDescriptor(given);
            }
        } else {
            onBytes(read);
        }
    }

    private void onBytes(Object read) {
        ByteBuf bytes = (ByteBuf) read;
        try {
            if (!over) {
                bytes.readBytes(message, Math.min(bytes.readableBytes(), message.writableBytes()));
                if (!message.isWritable()) {
                    onMessage(message, bytes.readableBytes());
                }
            }
        } catch (IOException e) {
            fail(e);
        } finally {
            bytes.release();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail(new IOException(NO_ANSWER));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // A reset is the same end, seen a moment earlier.
        fail(cause instanceof IOException ? new IOException(NO_ANSWER, cause) : cause);
    }

    private void late() {
        fail(new RefusedException("no answer within " + host.handshakeTimeout().toMillis() + " ms"));
    }

    /** Ends it, once. */
    public final void fail(Throwable cause) {
        if (end()) {
            if (socket.isOpen()) {
                closeSocket();
            }
            onFailed(cause);
        }
    }

    /**
     * In the next turn. After a descriptor, Netty may read on in the same one, and doesn't look whether the socket is still open: it would
     * read from what has come to the number of one that was closed, which any other thread may have opened meanwhile.
     */
    final void closeSocket() {
        loop.execute(socket::close);
    }

    final boolean isOver() {
        return over;
    }

    /** It has led to an end; false if it was over before. */
    final boolean end() {
        boolean first = !over;
        over = true;
        deadline.cancel(false);
        return first;
    }

    /** The other's process, for logs. */
    final String peer() {
        try {
            return "process " + socket.peerCredentials().pid();
        } catch (IOException e) {
            return "a process that has ended";
        }
    }

    static String words(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    /** Opens a link, whose socket this was. */
    final void become(ShmLink link) {
        socket.pipeline().replace(this, null, link.socketHandler());
    }
}
