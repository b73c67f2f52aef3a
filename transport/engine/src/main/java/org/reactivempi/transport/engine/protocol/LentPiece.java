package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;
import org.reactivempi.transport.channel.Lending.Payload;

/** A piece of a message in its sender's memory, for a receiver in the same JVM. */
final class LentPiece extends Payload {

    private final Outgoing message;
    private final long from;
    private final int lengthBytes;
    private final Runnable whenReturned;

    /**
     * A piece that is not lent yet.
     *
     * @param message whose piece it is
     * @param from its first byte
     * @param lengthBytes how long it is, 1 byte or more
     * @param whenReturned runs on the sender's loop when the receiver has copied it
     */
    LentPiece(Outgoing message, long from, int lengthBytes, Runnable whenReturned) {
        this.message = message;
        this.from = from;
        this.lengthBytes = lengthBytes;
        this.whenReturned = whenReturned;
    }

    /** Copies all of it to a receive that has met its message; on the receiver's thread, while it is claimed. */
    void copyTo(Incoming receive, MemoryCopy copies) {
        copies.copy(message, receive, from, lengthBytes);
    }

    @Override
    public int lengthBytes() {
        return lengthBytes;
    }

    @Override
    public void copyTo(int position, ByteBuffer target) {
        message.copyTo(from + position, target);
    }

    @Override
    public void returned() {
        whenReturned.run();
    }
}
