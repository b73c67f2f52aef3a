package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;

/**
 * Copies messages from their sender's memory to their receive's, where both are in this JVM: those of a rank to itself, and what other
 * ranks have lent to this one.
 *
 * <pre>
 *  both know each other's memory, in long blocks -&gt; both layouts walked at once: one copy
 *  direct memory in long blocks -----------------&gt; the receive takes its blocks: one copy
 *  else -----------------------------------------&gt; by way of a piece of memory that stays in the cache
 * </pre>
 * On the receiver's thread.
 */
final class MemoryCopy {

    private static final int PIECE_BYTES = 64 * 1024;

    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);

    /** Copies a part of a message, 1 byte or more, to a receive that has met it. */
    void copy(Outgoing message, Incoming receive, long from, long lengthBytes) {
        if (receive.fill(message, from, lengthBytes)) {
            return;
        }
        long end = from + lengthBytes;
        if (lengthBytes >= RankContext.LEAST_DIRECT_BYTES) {
            ByteBuffer block = message.directMemory(from, length(end - from, Integer.MAX_VALUE));
            if (block != null) {
                copyBlocks(message, receive, from, end, block);
                return;
            }
        }
        for (long at = from; at < end; at += PIECE_BYTES) {
            piece.clear().limit(length(end - at, PIECE_BYTES));
            message.copyTo(at, piece);
            receive.fill(at, piece.flip());
        }
    }

    private static void copyBlocks(Outgoing message, Incoming receive, long from, long end, ByteBuffer first) {
        ByteBuffer block = first;
        for (long at = from; block != null; ) {
            at += block.remaining();
            receive.fill(at - block.remaining(), block);
            block = at < end ? message.directMemory(at, length(end - at, Integer.MAX_VALUE)) : null;
        }
    }

    private static int length(long bytes, int most) {
        return (int) Math.min(bytes, most);
    }
}
