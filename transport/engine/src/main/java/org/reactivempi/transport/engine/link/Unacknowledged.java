package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * What has been sent on a link and may have to be sent again: the end of its stream, in order.
 *
 * <pre>
 *   0 ------- acknowledged ------- end
 *   forgotten |  piece  |  piece  |  what comes next is added here
 * </pre>
 * Positions count the bytes of the link's stream from its beginning, over all connections. Where nothing else is kept, a few bytes are
 * copied to an array: a peer with which this rank exchanges no more than signs of life takes nothing outside of the heap. Others are
 * copied to a chunk, together; more stay in the buffer that they were written to; and large ones in the memory of the user, who
 * gets it back when they are acknowledged.
 */
final class Unacknowledged {

    private static final int FEW_BYTES = 256;
    private static final int CHUNK_BYTES = 16 * 1024;
    /** To keep a whole batch for less would take more memory than to copy it takes time. */
    private static final int MOST_COPIED_AT_ONCE_BYTES = 2 * 1024;

    private final IntFunction<ByteBuf> allocate;
    private @Nullable Piece first;
    private @Nullable Piece last;
    /** A stack of pieces to be used again: in the steady state nothing is allocated. */
    private @Nullable Piece spare;

    /** The bytes of the first piece, where those are few. */
    private byte @Nullable [] few;

    private long acknowledged;
    private long end;
    private long ownBytes;

    Unacknowledged(IntFunction<ByteBuf> allocate) {
        this.allocate = allocate;
    }

    /** Some of the stream, from {@code begin} to {@code end}. */
    private static final class Piece {
        @Nullable
        Piece next;

        long begin;
        long end;
        /** Its bytes are {@link #few}. */
        boolean few;
        /** Ours; the piece starts at {@code index}. */
        @Nullable
        ByteBuf bytes;

        int index;
        boolean chunk;
        /** A user's, from position to limit. */
        @Nullable
        ByteBuffer memory;

        @Nullable
        Runnable acknowledged;

        boolean hasRoomFor(int length) {
            return few ? end - begin + length <= FEW_BYTES : chunk && bytes != null && bytes.writableBytes() >= length;
        }
    }

    /** Keeps the next bytes of the stream: all that is readable in a buffer, which stays the caller's and isn't changed. */
    void add(ByteBuf bytes) {
        int length = bytes.readableBytes();
        if (length <= MOST_COPIED_AT_ONCE_BYTES) {
            Piece piece = pieceFor(length);
            ByteBuf chunk = piece.bytes;
            if (chunk == null) {
                copy(bytes, length, few(), (int) (piece.end - piece.begin));
            } else {
                copy(bytes, length, chunk);
            }
            end += length;
            piece.end = end;
        } else {
            append(bytes.retain(), bytes.readerIndex(), length, false);
        }
    }

    /** By their NIO buffers, which they keep: Netty's own copy makes new ones each time, where it does without Unsafe. */
    private static void copy(ByteBuf bytes, int length, ByteBuf chunk) {
        if (bytes.nioBufferCount() == 1) {
            int to = chunk.writerIndex();
            chunk.internalNioBuffer(to, length).put(bytes.internalNioBuffer(bytes.readerIndex(), length));
            chunk.writerIndex(to + length);
        } else {
            chunk.writeBytes(bytes, bytes.readerIndex(), length);
        }
    }

    private static void copy(ByteBuf bytes, int length, byte[] few, int to) {
        if (bytes.nioBufferCount() == 1) {
            bytes.internalNioBuffer(bytes.readerIndex(), length).get(few, to, length);
        } else {
            bytes.getBytes(bytes.readerIndex(), few, to, length);
        }
    }

    private byte[] few() {
        byte[] array = few;
        if (array == null) {
            array = new byte[FEW_BYTES];
            few = array;
        }
        return array;
    }

    private Piece pieceFor(int length) {
        Piece open = last;
        if (open != null && open.few && !open.hasRoomFor(length)) {
            moveUp(open);
        }
        if (open != null && open.hasRoomFor(length)) {
            return open;
        }
        return open == null && length <= FEW_BYTES ? appendFew() : append(allocate.apply(CHUNK_BYTES), 0, 0, true);
    }

    private Piece appendFew() {
        Piece piece = append(0);
        piece.few = true;
        return piece;
    }

    /** Two ranks that only show each other that they live may do so in turn, so that there is always something under way. */
    private void moveUp(Piece piece) {
        int skip = (int) Math.max(0, acknowledged - piece.begin);
        System.arraycopy(few(), skip, few(), 0, (int) (piece.end - piece.begin) - skip);
        piece.begin += skip;
    }

    private Piece append(ByteBuf bytes, int index, int length, boolean chunk) {
        Piece piece = append(length);
        piece.bytes = bytes;
        piece.index = index;
        piece.chunk = chunk;
        ownBytes += bytes.capacity();
        return piece;
    }

    private Piece append(int length) {
        Piece piece = takeSpare();
        piece.begin = end;
        end += length;
        piece.end = end;
        if (last == null) {
            first = piece;
        } else {
            last.next = piece;
        }
        last = piece;
        return piece;
    }

    private Piece takeSpare() {
        Piece piece = spare;
        if (piece == null) {
            return new Piece();
        }
        spare = piece.next;
        piece.next = null;
        return piece;
    }

    /** Keeps the next bytes of the stream, from position to limit; {@code whenAcknowledged} runs when they aren't needed. */
    void add(ByteBuffer memory, Runnable whenAcknowledged) {
        ByteBuffer own = memory.slice();
        Piece piece = append(own.remaining());
        piece.memory = own;
        piece.acknowledged = whenAcknowledged;
    }

    boolean isEmpty() {
        return acknowledged == end;
    }

    /** How much of the stream the peer has received for sure. */
    long acknowledgedBytes() {
        return acknowledged;
    }

    /** How much memory of its own it takes. */
    long ownBytes() {
        return ownBytes;
    }

    /** Throws {@link ProtocolException} if the peer can't go on after just {@code position} bytes. */
    void check(long position) {
        if (position < acknowledged || position > end) {
            throw impossible(position);
        }
    }

    private ProtocolException impossible(long position) {
        return new ProtocolException("acknowledged " + position + " bytes of a stream of which " + acknowledged + " to "
                + end + " are not acknowledged");
    }

    /** The peer has received so much. An acknowledgement that was sent again may be older than what a greeting has said. */
    void acknowledge(long position) {
        if (position < 0 || position > end) {
            throw impossible(position);
        }
        acknowledged = Math.max(acknowledged, position);
        for (Piece oldest = first; oldest != null && oldest.end <= position; oldest = first) {
            first = oldest.next;
            if (first == null) {
                last = null;
            }
            forget(oldest);
        }
    }

    private void forget(Piece piece) {
        Runnable told = piece.acknowledged;
        release(piece);
        if (told != null) {
            told.run();
        }
    }

    private void release(Piece piece) {
        if (piece.bytes != null) {
            ownBytes -= piece.bytes.capacity();
            piece.bytes.release();
        }
        piece.bytes = null;
        piece.chunk = false;
        piece.few = false;
        piece.memory = null;
        piece.acknowledged = null;
        piece.next = spare;
        spare = piece;
    }

    /** Copies what is in the memory of users, who get it back then. */
    void copyMemory() {
        for (Piece piece = first; piece != null; piece = piece.next) {
            ByteBuffer memory = piece.memory;
            Runnable told = piece.acknowledged;
            if (memory != null && told != null) {
                piece.bytes = allocate.apply(memory.remaining()).writeBytes(memory.duplicate());
                piece.index = 0;
                piece.memory = null;
                piece.acknowledged = null;
                ownBytes += piece.bytes.capacity();
                told.run();
            }
        }
    }

    /** Shows all that isn't acknowledged: buffers, which the visitor has to release, and memory of users. */
    void forEach(Consumer<ByteBuf> ours, Consumer<ByteBuffer> users) {
        for (Piece piece = first; piece != null; piece = piece.next) {
            int skip = (int) Math.max(0, acknowledged - piece.begin);
            int length = (int) (piece.end - piece.begin) - skip;
            if (length == 0) {
                continue;
            }
            if (piece.few) {
                ours.accept(Unpooled.copiedBuffer(few(), skip, length));
            } else if (piece.bytes != null) {
                ours.accept(piece.bytes.retainedSlice(piece.index + skip, length));
            } else if (piece.memory != null) {
                users.accept(piece.memory.slice(skip, length));
            }
        }
    }

    /** Little has been added for a while: a chunk with few bytes is given back, and pieces are made anew when there is more. */
    void rest() {
        Piece chunk = last;
        if (chunk != null && chunk == first && chunk.chunk && chunk.bytes != null && end - acknowledged <= FEW_BYTES) {
            int length = (int) (end - acknowledged);
            chunk.bytes.getBytes(chunk.bytes.writerIndex() - length, few(), 0, length);
            first = null;
            last = null;
            release(chunk);
            Piece piece = appendFew();
            piece.begin = acknowledged;
        }
        spare = null;
    }

    /** Forgets all; users get nothing back. */
    void clear() {
        acknowledged = end;
        for (Piece piece = first; piece != null; piece = first) {
            first = piece.next;
            release(piece);
        }
        last = null;
        spare = null;
        few = null;
    }
}
