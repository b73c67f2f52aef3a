package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.PayloadSink;

/** An eager message that has met its receive, from its first byte to its last; one object per peer, used again. */
final class EagerLanding implements PayloadSink {

    private final EagerReceives receives;
    private @Nullable Incoming receive;
    private @Nullable ByteBuffer memory;
    private long lengthBytes;
    private long at;
    private boolean fits;

    EagerLanding(EagerReceives receives) {
        this.receives = receives;
    }

    /** Begins the next; {@code memory} is where it can be placed, if it can. */
    EagerLanding into(Incoming receive, long lengthBytes, boolean fits, @Nullable ByteBuffer memory) {
        this.receive = receive;
        this.memory = memory;
        this.lengthBytes = lengthBytes;
        this.at = 0;
        this.fits = fits;
        return this;
    }

    @Override
    public void take(ByteBuf bytes, int length) {
        if (fits) {
            Payloads.read(bytes, length, receive(), at);
        } else {
            receive().release();
        }
        at += length;
    }

    @Override
    public @Nullable ByteBuffer place(long left) {
        ByteBuffer into = memory;
        return into == null || !receive().hold()
                ? null
                : into.limit((int) (at + left)).position((int) at);
    }

    @Override
    public void placed(int length) {
        receive().release();
        at += length;
    }

    @Override
    public void complete() {
        Incoming done = receive();
        receive = null;
        memory = null;
        receives.consumed(lengthBytes);
        receives.complete(done);
    }

    @Override
    public void lost(Throwable cause) {
        receives.fail(receive(), cause);
        receive = null;
        memory = null;
    }

    private Incoming receive() {
        Incoming into = receive;
        if (into == null) {
            throw new IllegalStateException("no message is landing");
        }
        return into;
    }
}
