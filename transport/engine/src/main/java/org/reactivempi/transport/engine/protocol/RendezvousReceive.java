package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.PayloadSink;
import org.reactivempi.transport.engine.packet.ProtocolException;

/**
 * The receiver's half of a rendezvous: cleared to send, it fills the receive piece by piece.
 *
 * <pre>
 *  CLEARED --data--&gt; FILLING --last byte--&gt; complete
 * </pre>
 */
final class RendezvousReceive implements PayloadSink {

    /** Other links want their turn (PRG-6). */
    private static final int MOST_AT_ONCE_BYTES = 1024 * 1024;

    private final RendezvousReceives receives;
    private final long id;
    private final Incoming receive;
    private final long lengthBytes;
    private final @Nullable ByteBuffer memory;
    private long at;

    RendezvousReceive(RendezvousReceives receives, long id, Incoming receive, long lengthBytes) {
        this.receives = receives;
        this.id = id;
        this.receive = receive;
        this.lengthBytes = lengthBytes;
        this.memory = receive.directMemory();
    }

    /** Checks the next piece before its payload comes. */
    void expect(long offset, long payloadBytes) {
        if (offset != at || payloadBytes <= 0 || payloadBytes > lengthBytes - at) {
            throw new ProtocolException("data for receive " + id + " with " + payloadBytes + " bytes at " + offset
                    + ", expected up to " + (lengthBytes - at) + " at " + at);
        }
    }

    @Override
    public void take(ByteBuf bytes, int length) {
        Payloads.read(bytes, length, receive, at);
        at += length;
    }

    @Override
    public @Nullable ByteBuffer place(long left) {
        ByteBuffer into = memory;
        return into == null || !receive.hold()
                ? null
                : into.limit((int) (at + Math.min(left, MOST_AT_ONCE_BYTES))).position((int) at);
    }

    @Override
    public void placed(int length) {
        receive.release();
        at += length;
    }

    /** Whether the system can write to the receive's memory without a copy. */
    boolean isDirect() {
        return memory != null;
    }

    @Override
    public void complete() {
        if (at == lengthBytes) {
            receives.filled(id);
        }
    }

    /** Fails with the peer, which knows it by its number. */
    @Override
    public void lost(Throwable cause) {}

    Incoming receive() {
        return receive;
    }
}
