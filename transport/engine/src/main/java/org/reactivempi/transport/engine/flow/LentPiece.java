package org.reactivempi.transport.engine.flow;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Lending.Payload;

/** A piece of a payload in its sender's memory, for a receiver in the same JVM, which may ask the sender's side for a better way to copy it. */
public final class LentPiece extends Payload {

    private final BulkSend send;
    private final long from;
    private final int lengthBytes;
    /** The receiver's thread sets it before it gives the piece back. */
    private @Nullable Throwable unreadable;

    /**
     * A piece that is not lent yet.
     *
     * @param send whose piece it is
     * @param from its first byte
     * @param lengthBytes how long it is, 1 byte or more
     */
    LentPiece(BulkSend send, long from, int lengthBytes) {
        this.send = send;
        this.from = from;
        this.lengthBytes = lengthBytes;
    }

    /** What it is a piece of: for the handler of the same family at the receiver, on its thread, while it is claimed. */
    public BulkSend send() {
        return send;
    }

    /** Its first byte. */
    public long from() {
        return from;
    }

    @Override
    public int lengthBytes() {
        return lengthBytes;
    }

    /** The sender's memory has thrown this, so that the piece is of no use; the sender sees it when it has the piece back. */
    public void unreadable(Throwable thrown) {
        unreadable = thrown;
    }

    @Nullable
    Throwable unreadable() {
        return unreadable;
    }

    @Override
    public void copyTo(int position, ByteBuffer target) {
        send.copyTo(from + position, target);
    }

    @Override
    public void returned() {
        send.returned(this);
    }
}
