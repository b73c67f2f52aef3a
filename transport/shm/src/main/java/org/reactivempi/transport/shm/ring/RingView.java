package org.reactivempi.transport.shm.ring;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.util.IllegalReferenceCountException;
import java.nio.ByteBuffer;

/**
 * A ring's memory as a buffer that is moved over it, so that no message costs an object.
 *
 * <p>Its own reference keeps it alive; each other holder has one more. The memory stays until the last one is released. All of them are
 * on the loop, so that counting costs no atomic step for each message.
 */
public final class RingView extends UnpooledDirectByteBuf {

    private final Runnable onFree;
    private boolean narrowed;
    private int end;
    /** How many references there are besides its own. */
    private int lent;

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

    @Override
    public int refCnt() {
        return super.refCnt() + lent;
    }

    @Override
    public ByteBuf retain() {
        return retain(1);
    }

    @Override
    public ByteBuf retain(int more) {
        if (super.refCnt() == 0 || more <= 0) {
            return super.retain(more);
        }
        lent = Math.addExact(lent, more);
        return this;
    }

    @Override
    public boolean release() {
        return release(1);
    }

    @Override
    public boolean release(int fewer) {
        if (fewer <= 0 || fewer > refCnt()) {
            throw new IllegalReferenceCountException(refCnt(), -fewer);
        }
        int ofLent = Math.min(lent, fewer);
        lent -= ofLent;
        return fewer > ofLent && super.release();
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
