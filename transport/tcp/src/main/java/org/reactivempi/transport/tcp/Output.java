package org.reactivempi.transport.tcp;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/** The sending side of a connection; on the progress thread. */
interface Output {

    /** Queues bytes; takes ownership of them. */
    void write(ByteBuf bytes);

    /** As {@code DirectMemory.Output.takesMemory}. */
    default boolean takesMemory() {
        return false;
    }

    /** As {@code DirectMemory.Output.write}. */
    default void write(ByteBuffer memory, Runnable written) {
        throw new UnsupportedOperationException("this output copies");
    }

    /** As {@code DirectMemory.Output.keepCopies}. */
    default void keepCopies() {}

    /** Sends what is queued. */
    void flush();

    /** Whether the queue is short enough for more bulk data. */
    boolean isWritable();

    /** Takes no more; {@code whenWritten} runs after all that is queued has left, or can't any more. */
    void close(Runnable whenWritten);

    /** The connection has ended: drops what is queued. */
    void end();
}
