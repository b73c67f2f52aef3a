package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.flow.BulkSend;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.Outgoing;

/**
 * Copies messages from their sender's memory to their receive's, where both are in this JVM: those of a rank to itself, and what other
 * ranks have lent to this one.
 *
 * <pre>
 *  both know each other's memory, in long blocks -&gt; both layouts walked at once: one copy
 *  direct memory in long blocks -----------------&gt; the receive takes its blocks: one copy
 *  else -----------------------------------------&gt; by way of a piece of memory that stays in the cache
 * </pre>
 * Of memory that is direct in parts, each part goes its own way. The piece comes with the first message that needs it, and goes with
 * the rank. On the receiver's thread.
 */
final class MemoryCopy {

    private static final int PIECE_BYTES = 64 * 1024;

    private @Nullable ByteBuffer piece;

    /** Copies a part of a message, 1 byte or more, to a receive that has met it. */
    void copy(Outgoing message, Incoming receive, long from, long lengthBytes) {
        if (receive.fill(message, from, lengthBytes)) {
            return;
        }
        long end = from + lengthBytes;
        for (long at = from; at < end; ) {
            ByteBuffer block = lengthBytes < BulkSend.LEAST_DIRECT_BYTES
                    ? null
                    : message.directMemory(at, length(end - at, Integer.MAX_VALUE));
            ByteBuffer part = block == null ? piece(message, at, end) : block;
            at += part.remaining();
            receive.fill(at - part.remaining(), part);
        }
    }

    /** A copy of what the message has from {@code at} on. */
    private ByteBuffer piece(Outgoing message, long at, long end) {
        ByteBuffer part = piece;
        if (part == null) {
            part = ByteBuffer.allocateDirect(PIECE_BYTES);
            piece = part;
        }
        part.clear().limit(length(end - at, PIECE_BYTES));
        message.copyTo(at, part);
        return part.flip();
    }

    /** Leaves the piece to the garbage collector, if there is one: nothing is copied any more. */
    void end() {
        piece = null;
    }

    private static int length(long bytes, int most) {
        return (int) Math.min(bytes, most);
    }
}
