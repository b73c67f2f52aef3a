package org.reactivempi.layout;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The elements of {@code byte[]}. */
public final class ByteElements extends BasicElements {

    /** Those of {@code byte[]}. */
    public static final BasicElements ARRAY = new ByteElements();

    /** Up to here words are copied one by one, which for short messages takes less time than to prepare a bulk copy. */
    private static final int SHORT = 64;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private ByteElements() {}

    @Override
    public int width() {
        return Byte.BYTES;
    }

    @Override
    public int count(Object memory) {
        return ((byte[]) memory).length;
    }

    @Override
    public Object allocate(int count) {
        return new byte[count];
    }

    @Override
    public long bits(Object memory, int index) {
        return ((byte[]) memory)[index];
    }

    @Override
    public void setBits(Object memory, int index, long bits) {
        ((byte[]) memory)[index] = (byte) bits;
    }

    @Override
    public void put(Object memory, int index, int elements, ByteBuffer payload) {
        byte[] array = (byte[]) memory;
        if (elements > SHORT || payload.order() != ByteOrder.LITTLE_ENDIAN) {
            payload.put(array, index, elements);
            return;
        }
        int end = index + elements;
        int i = index;
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            payload.putLong((long) WORDS.get(array, i));
        }
        for (; i < end; i++) {
            payload.put(array[i]);
        }
    }

    @Override
    public void get(Object memory, int index, int elements, ByteBuffer payload) {
        byte[] array = (byte[]) memory;
        if (elements > SHORT || payload.order() != ByteOrder.LITTLE_ENDIAN) {
            payload.get(array, index, elements);
            return;
        }
        int end = index + elements;
        int i = index;
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            WORDS.set(array, i, payload.getLong());
        }
        for (; i < end; i++) {
            array[i] = payload.get();
        }
    }

    @Override
    public Memory memory(Object memory, int offset, int count) {
        return new ByteMemory((byte[]) memory, offset, count);
    }
}
