package org.reactivempi.transport.shm.ring;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * How two ends of a link wake each other, and don't bother to while they are awake: each has a flag in shared memory, and a
 * byte on the link's socket wakes. The end of that socket is the other end's end. On the loop.
 *
 * <pre>
 *  one end                                  the other
 *   sleeps: sets its flag                    writes: publishes bytes, or room
 *           looks at the ring once more              looks at the flag; rings if set, and clears it
 * </pre>
 * Each writes first and reads then, and all four are volatile: at least one of them sees what the other did. An end that is
 * awake costs the other no more than a look at a flag that doesn't change.
 */
final class Bell {

    private static final long AWAKE = 0;
    /** Asleep until there are bytes. */
    private static final long FOR_BYTES = 1;
    /** Asleep until there are bytes, or room. */
    private static final long FOR_BYTES_OR_ROOM = 3;

    private static final long ROOM = 2;

    private final SharedWord own;
    private final SharedWord peers;
    private final Runnable wake;

    /**
     * One end's bell.
     *
     * @param own this end's flag
     * @param peers the other end's flag
     * @param wake wakes the other end, as {@link Socket} does
     */
    Bell(SharedWord own, SharedWord peers, Runnable wake) {
        this.own = own;
        this.peers = peers;
        this.wake = wake;
    }

    /** This end is about to sleep, and then looks at the rings again. */
    void sleeps(boolean needsRoom) {
        own.set(needsRoom ? FOR_BYTES_OR_ROOM : FOR_BYTES);
    }

    /** This end is awake; a bell that rings all the same does no harm. */
    void awake() {
        own.setRelease(AWAKE);
    }

    /** Bytes were published. */
    void bytes() {
        if (peers.get() != AWAKE) {
            ring();
        }
    }

    /** Room was published. */
    void room() {
        if ((peers.get() & ROOM) != 0) {
            ring();
        }
    }

    private void ring() {
        if (peers.swap(AWAKE) != AWAKE) {
            wake.run();
        }
    }

    /**
     * Wakes the other end by a byte, and is woken so. The byte is written past Netty's queue: one that doesn't fit into the
     * socket is one of thousands that the peer has not read yet, and not needed.
     */
    static final class Socket extends ChannelInboundHandlerAdapter implements Runnable {

        /** Only ever read. */
        private static final ByteBuffer BYTE = ByteBuffer.allocateDirect(1);

        private final EpollDomainSocketChannel socket;
        private final Runnable onEnd;

        /** That of a link; {@code onEnd} runs when the other end has closed its socket, or has died. */
        Socket(EpollDomainSocketChannel socket, Runnable onEnd) {
            this.socket = socket;
            this.onEnd = onEnd;
        }

        @Override
        public void run() {
            try {
                // An open socket stays so for the length of this call, since only this thread closes it.
                if (socket.isOpen()) {
                    socket.fd().write(BYTE, 0, 1);
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
}
