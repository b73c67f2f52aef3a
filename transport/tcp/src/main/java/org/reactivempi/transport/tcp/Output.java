package org.reactivempi.transport.tcp;

import io.netty.buffer.ByteBuf;

/** The sending side of a connection; on the progress thread. */
interface Output {

    /** Queues bytes; takes ownership of them. */
    void write(ByteBuf bytes);

    /** Sends what is queued. */
    void flush();

    /** Whether the queue is short enough for more bulk data. */
    boolean isWritable();

    /** Takes no more; {@code whenWritten} runs after all that is queued has left, or can't any more. */
    void close(Runnable whenWritten);

    /** The connection has ended: drops what is queued. */
    void end();
}
