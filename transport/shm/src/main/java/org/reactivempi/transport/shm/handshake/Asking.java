package org.reactivempi.transport.shm.handshake;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.SharedSegments.Handle;
import org.reactivempi.transport.shm.handshake.Answer.Verdict;
import org.reactivempi.transport.shm.segment.ShmSegment;

/**
 * Asks another rank for the descriptor of a segment.
 *
 * <pre>
 *  CONNECTING --connected: asks--&gt; ASKED --accepted--&gt; ACCEPTED --descriptor--&gt; the segment
 *      +---------------------------+--------------------+--any failure--&gt; FAILED
 * </pre>
 */
public final class Asking extends Handshake {

    private final Handle handle;
    private final long lengthBytes;
    private final BiConsumer<@Nullable ShmSegment, @Nullable Throwable> told;
    private boolean accepted;

    /** Tells the segment, or why there is none. */
    public Asking(
            ShmHost host,
            EpollDomainSocketChannel socket,
            EventLoop loop,
            Handle handle,
            long lengthBytes,
            BiConsumer<@Nullable ShmSegment, @Nullable Throwable> told) {
        super(host, socket, loop, Answer.LENGTH_BYTES);
        this.handle = handle;
        this.lengthBytes = lengthBytes;
        this.told = told;
        readOnly(Answer.LENGTH_BYTES);
    }

    @Override
    void onPeer() {
        ByteBuf request = socket.alloc().buffer(SegmentRequest.LENGTH_BYTES);
        SegmentRequest.encode(request, handle.name());
        socket.writeAndFlush(request);
    }

    @Override
    void onMessage(ByteBuf message, int more) throws IOException {
        Verdict verdict = Answer.verdict(message);
        if (verdict == null || accepted) {
            throw new IOException("what listens there does not speak shm");
        }
        if (verdict != Verdict.ACCEPTED) {
            throw new IOException("the peer refused to share its segment: " + verdict);
        }
        accepted = true;
        readDescriptors();
    }

    @Override
    void onDescriptor(FileDescriptor given) {
        try {
            host.directory().check(given, lengthBytes);
        } catch (IOException e) {
            close(given);
            fail(e);
            return;
        }
        end();
        closeSocket();
        told.accept(host.segments().add(handle, given), null);
    }

    @Override
    void onFailed(Throwable cause) {
        told.accept(
                null,
                accepted
                        ? new IOException("the other end agreed to give its segment; then: " + words(cause), cause)
                        : cause);
    }
}
