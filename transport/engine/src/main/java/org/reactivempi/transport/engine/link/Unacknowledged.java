package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.ProtocolException;

/**
 * What has been sent on a link and may have to be sent again: the end of its stream, in order.
 *
 * <pre>
 *   0 ------- acknowledged ------- end
 *   forgotten |  piece  |  piece  |  the next piece is added here
 * </pre>
 * Positions count the bytes of the link's stream from its beginning, over all connections. Small packets are kept in the
 * memory that they were written from; large ones stay in the memory of the user, who has it back when they are acknowledged.
 */
final class Unacknowledged {

    private final Deque<Piece> pieces = new ArrayDeque<>();
    private long acknowledged;
    private long end;
    private long copiedBytes;

    /** Some of the stream, up to {@code end}: in {@code bytes}, which are ours, or in {@code memory}, which is a user's. */
    private record Piece(
            long end, @Nullable ByteBuf bytes, @Nullable ByteBuffer memory, Runnable acknowledged) {

        long begin() {
            return end - (bytes == null ? users().remaining() : bytes.capacity());
        }

        ByteBuffer users() {
            if (memory == null) {
                throw new IllegalStateException("not a user's memory");
            }
            return memory;
        }
    }

    private static final Runnable NOBODY = () -> {};

    /** Keeps the next bytes of the stream, all of the buffer's capacity; the caller's reference is ours now. */
    void add(ByteBuf bytes) {
        end += bytes.capacity();
        copiedBytes += bytes.capacity();
        pieces.add(new Piece(end, bytes, null, NOBODY));
    }

    /** Keeps the next bytes of the stream, from position to limit; {@code whenAcknowledged} runs when they aren't needed. */
    void add(ByteBuffer memory, Runnable whenAcknowledged) {
        ByteBuffer own = memory.slice();
        end += own.remaining();
        pieces.add(new Piece(end, null, own, whenAcknowledged));
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** How much it keeps in memory of its own. */
    long copiedBytes() {
        return copiedBytes;
    }

    /** Throws {@link ProtocolException} if the peer can't go on behind just {@code position} bytes. */
    void check(long position) {
        if (position < acknowledged || position > end) {
            throw impossible(position);
        }
    }

    private ProtocolException impossible(long position) {
        return new ProtocolException("acknowledged " + position + " bytes of a stream of which " + acknowledged + " to "
                + end + " are not acknowledged");
    }

    /**
     * The peer has received so much; whether somebody was told. One that was sent again may be older than what a greeting
     * has said.
     */
    boolean acknowledge(long position) {
        if (position < 0 || position > end) {
            throw impossible(position);
        }
        acknowledged = Math.max(acknowledged, position);
        boolean told = false;
        for (Piece first = pieces.peek(); first != null && first.end() <= position; first = pieces.peek()) {
            told |= forget(pieces.remove());
        }
        return told;
    }

    private boolean forget(Piece piece) {
        ByteBuf bytes = piece.bytes();
        if (bytes != null) {
            copiedBytes -= bytes.capacity();
            bytes.release();
        }
        piece.acknowledged().run();
        return piece.acknowledged() != NOBODY;
    }

    /** Whoever waits for an acknowledgement need not; the bytes stay his memory's, which nobody looks at any more. */
    void acknowledgeAll() {
        acknowledge(end);
    }

    /** Shows all that isn't acknowledged: buffers, which the visitor has to release, and memory of users. */
    void forEach(Consumer<ByteBuf> ours, Consumer<ByteBuffer> users) {
        for (Piece piece : pieces) {
            int skip = (int) Math.max(0, acknowledged - piece.begin());
            ByteBuf bytes = piece.bytes();
            if (bytes != null) {
                ours.accept(bytes.retainedSlice(skip, bytes.capacity() - skip));
            } else {
                ByteBuffer memory = piece.users();
                users.accept(memory.slice(skip, memory.remaining() - skip));
            }
        }
    }

    /** Forgets all, and tells nobody. */
    void clear() {
        for (Piece piece : pieces) {
            ByteBuf bytes = piece.bytes();
            if (bytes != null) {
                bytes.release();
            }
        }
        pieces.clear();
        copiedBytes = 0;
    }
}
