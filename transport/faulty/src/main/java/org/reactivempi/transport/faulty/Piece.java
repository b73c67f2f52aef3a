package org.reactivempi.transport.faulty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.jspecify.annotations.Nullable;

/** Bytes that wait in an {@link Outlet}: of its own, or in the memory of a caller, who waits to have it back. */
final class Piece {

    private final ByteBuf bytes;
    private final @Nullable Runnable written;

    Piece(ByteBuf bytes, @Nullable Runnable written) {
        this.bytes = bytes;
        this.written = written;
    }

    int length() {
        return bytes.readableBytes();
    }

    /** Runs when the caller gets its memory back; null where none is used. */
    @Nullable
    Runnable written() {
        return written;
    }

    /** The same bytes, not in a caller's memory. */
    Piece kept() {
        if (written == null) {
            return this;
        }
        Piece copy = new Piece(copy(length()), null);
        release();
        return copy;
    }

    /** Takes the next bytes, which then are the caller's. */
    ByteBuf take(int length) {
        return written == null ? bytes.readRetainedSlice(length) : copy(length);
    }

    private ByteBuf copy(int length) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(length).writeBytes(bytes, length);
    }

    void release() {
        bytes.release();
    }
}
