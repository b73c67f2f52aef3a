package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Lending.Payload;

/** A piece of a message in its sender's memory, for a receiver in the same JVM. */
final class LentPiece extends Payload {

    private final Outgoing message;
    private final long from;
    private final int lengthBytes;
    private final Runnable whenReturned;
    /** The receiver's thread sets it before it gives the piece back. */
    private @Nullable Throwable unreadable;

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

    /**
     * Copies all of it to a receive that has met its message; on the receiver's thread, while it is claimed.
     *
     * @return false if the sender's memory could not be read, which the sender sees when it has it back
     */
    boolean copyTo(Incoming receive, MemoryCopy copies) {
        try {
            copies.copy(message, receive, from, lengthBytes);
            return true;
        } catch (Throwable thrown) {
            unreadable = thrown;
            return false;
        }
    }

    /** What the sender's memory has thrown, or null; once it has been returned. */
    @Nullable
    Throwable unreadable() {
        return unreadable;
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
