package org.reactivempi.transport.shm.ring;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.nio.ByteBuffer;

/**
 * A ring's memory as a buffer that is moved over it, so that no message costs an object.
 *
 * <p>Its own reference keeps it alive; each other holder has one more. The memory stays until the last one is released.
 */
public final class RingView extends UnpooledDirectByteBuf {

    private final Runnable onFree;
    private boolean narrowed;
    private int end;

    /** A view of {@code memory}, which nobody frees before {@code onFree} has run. */
    RingView(ByteBuffer memory, Runnable onFree) {
        super(UnpooledByteBufAllocator.DEFAULT, memory, memory.capacity());
        this.onFree = onFree;
    }

    @Override
    protected void deallocate() {
        super.deallocate();
        onFree.run();
    }

    /** Moves it to an empty buffer from {@code begin} on, with room up to {@code end}. */
    RingView toFill(int begin, int end) {
        narrowed = true;
        this.end = end;
        setIndex(begin, begin);
        return this;
    }

    /** Moves it to the bytes from {@code begin} to {@code end}. */
    RingView toRead(int begin, int end) {
        narrowed = true;
        this.end = end;
        setIndex(begin, end);
        return this;
    }

    /** Whether somebody else has it. */
    boolean isLent() {
        return refCnt() > 1;
    }

    @Override
    public int capacity() {
        return narrowed ? end : super.capacity();
    }

    @Override
    public int maxCapacity() {
        return capacity();
    }
}
