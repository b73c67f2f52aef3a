package org.reactivempi.transport.rsocket.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a link has been given and its peer has not requested yet, to leave in pieces of a size that every RSocket
 * server takes. Nothing is copied but very small buffers next to each other.
 *
 * <pre>
 *   add --&gt; | written | --flush--&gt; | flushed | --next--&gt; payload
 * </pre>
 */
public final class Outbox {

    /** A frame of it, with its header, is below 64 KiB, the most that WebSocket servers take by default. */
    public static final int PIECE_BYTES = 64 * 1024 - 64;

    /** More than this many buffers in one piece are copied together. */
    private static final int MOST_PARTS = 64;

    private final ByteBufAllocator allocator;
    private final Queue<ByteBuf> queue = new ArrayDeque<>();
    private long queuedBytes;
    private long flushedBytes;

    public Outbox(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    /** Takes ownership. */
    public void add(ByteBuf bytes) {
        if (bytes.isReadable()) {
            queuedBytes += bytes.readableBytes();
            queue.add(bytes);
        } else {
            bytes.release();
        }
    }

    /** Lets go what has been added so far. */
    public void flush() {
        flushedBytes = queuedBytes;
    }

    /** All that has not left. */
    public long bytes() {
        return queuedBytes;
    }

    /** The next piece of what was flushed, owned by the caller; null if there is none. */
    @Nullable
    public ByteBuf next() {
        int length = (int) Math.min(PIECE_BYTES, flushedBytes);
        if (length == 0) {
            return null;
        }
        queuedBytes -= length;
        flushedBytes -= length;
        ByteBuf first = queue.element();
        return first.readableBytes() >= length ? take(length) : gather(length);
    }

    private ByteBuf gather(int length) {
        CompositeByteBuf piece = allocator.compositeDirectBuffer(MOST_PARTS);
        while (piece.readableBytes() < length) {
            int left = length - piece.readableBytes();
            piece.addComponent(true, take(Math.min(left, queue.element().readableBytes())));
        }
        return piece;
    }

    /** At most what the first buffer has. */
    private ByteBuf take(int length) {
        ByteBuf first = queue.element();
        return first.readableBytes() == length ? queue.remove() : first.readRetainedSlice(length);
    }

    /** Drops everything. */
    public void clear() {
        queue.forEach(ByteBuf::release);
        queue.clear();
        queuedBytes = 0;
        flushedBytes = 0;
    }
}
