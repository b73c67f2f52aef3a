package org.reactivempi.transport.channel;

import io.netty.buffer.ByteBuf;

/**
 * A connection to a peer: bytes arrive there in the order of {@link #write}, complete, once.
 *
 * <p>Two steps to send, so that all bytes of one turn of the progress loop leave together: {@code write} queues,
 * {@link #flush} sends.
 */
public interface Link {

    /** Queues bytes; takes ownership of them. Does nothing but release them once the link is closed. */
    void write(ByteBuf bytes);

    /** Sends all that is queued, in as few writes as the carrier allows. */
    void flush();

    /** Whether the queue is short enough for more bulk data; {@link LinkHandler#onWritable} tells when it is again. */
    boolean isWritable();

    /** Closes after all that was written has left; {@link LinkHandler#onClosed} follows. */
    void close();

    /** Who is at the other end, for logs. */
    String remote();
}
