package org.reactivempi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A region of a {@code byte[]}. */
final class ByteArray extends ArrayBuffer {

    /** Up to here words are copied one by one, which for short messages takes less time than to prepare a bulk copy. */
    private static final int SHORT = 64;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] array;

    ByteArray(byte[] array, int offset, int count) {
        super(Datatype.BYTE, array.length, offset, count);
        this.array = array;
    }

    @Override
    long bits(int index) {
        return array[index];
    }

    @Override
    void setBits(int index, long bits) {
        array[index] = (byte) bits;
    }

    @Override
    void put(int index, int elements, ByteBuffer target) {
        if (elements > SHORT) {
            target.put(array, index, elements);
            return;
        }
        int end = index + elements;
        int i = index;
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            target.putLong((long) WORDS.get(array, i));
        }
        for (; i < end; i++) {
            target.put(array[i]);
        }
    }

    @Override
    void get(int index, int elements, ByteBuffer source) {
        if (elements > SHORT) {
            source.get(array, index, elements);
            return;
        }
        int end = index + elements;
        int i = index;
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            WORDS.set(array, i, source.getLong());
        }
        for (; i < end; i++) {
            array[i] = source.get();
        }
    }
}
