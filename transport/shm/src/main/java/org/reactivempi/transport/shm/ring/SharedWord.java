package org.reactivempi.transport.shm.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A 64-bit number in memory that another process maps as well. For any thread. */
public final class SharedWord {

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer memory;
    private final int offset;

    /** The number at {@code offset} of {@code memory}, which is direct; aligned to 8 bytes. */
    SharedWord(ByteBuffer memory, int offset) {
        this.memory = memory;
        this.offset = offset;
    }

    long getAcquire() {
        return (long) LONGS.getAcquire(memory, offset);
    }

    void setRelease(long value) {
        LONGS.setRelease(memory, offset, value);
    }

    /** Reads; all processes agree on one order of this and {@link #set} and {@link #swap}. */
    long get() {
        return (long) LONGS.getVolatile(memory, offset);
    }

    public void set(long value) {
        LONGS.setVolatile(memory, offset, value);
    }

    /** Sets, and returns what was there. */
    long swap(long value) {
        return (long) LONGS.getAndSet(memory, offset, value);
    }
}
