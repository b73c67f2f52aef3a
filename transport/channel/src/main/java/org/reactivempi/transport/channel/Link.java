package org.reactivempi.transport.channel;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * A connection to a peer: bytes arrive there in the order of {@link #write}, complete, once.
 *
 * <p>Two steps to send, so that all bytes of one turn of the progress loop leave together: {@code write} queues,
 * {@link #flush} sends. A carrier may begin earlier, when much has gathered.
 */
public interface Link {

    /**
     * Memory for what is to be written next: the carrier's own where it has some, so that bytes are copied but once.
     *
     * <p>The caller owns it, fills some of it, and passes it to {@link #write} or releases it, before he asks for more or
     * writes anything else. A full or a closed link gives room as well.
     *
     * @param leastBytes how much it must have room for, 1 or more
     * @param wantedBytes how much would be good, {@code leastBytes} or more; what there is may be more, or less
     * @return a buffer without content; its room is {@code writableBytes()}
     */
    ByteBuf room(int leastBytes, int wantedBytes);

    /** Queues bytes; takes ownership of them. Does nothing but release them once the link is closed. */
    void write(ByteBuf bytes);

    /** Whether {@link #write(ByteBuffer, Runnable)} works, and saves a copy; may be asked at any time. */
    default boolean takesMemory() {
        return false;
    }

    /**
     * Queues bytes that stay where they are, in the caller's direct memory, until they have left.
     *
     * @param memory from position to limit, 1 byte or more; not to be changed before {@code written}
     * @param written runs when the link doesn't need the memory any more; never if the link ends before, nor after
     *     {@link #keepCopies}, nor from within a call
     */
    default void write(ByteBuffer memory, Runnable written) {
        throw new UnsupportedOperationException("this link copies");
    }

    /** Copies what it still has in the memory of callers, and doesn't touch that again. */
    default void keepCopies() {}

    /** Sends all that is queued, in as few writes as the carrier allows. */
    void flush();

    /** Whether the queue is short enough for more bulk data; {@link LinkHandler#onWritable} tells when it is again. */
    boolean isWritable();

    /**
     * Closes after all that was written has left, also what was not flushed; {@link LinkHandler#onClosed} follows, once.
     * The other end gets all of it, also if it writes itself meanwhile; what it writes may be lost.
     */
    void close();

    /** Who is at the other end, for logs. */
    String remote();
}
