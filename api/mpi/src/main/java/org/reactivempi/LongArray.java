package org.reactivempi;

import java.nio.ByteBuffer;

/** A region of a {@code long[]}. */
final class LongArray extends ArrayBuffer {

    private final long[] array;

    LongArray(long[] array, int offset, int count) {
        super(Datatype.LONG, array.length, offset, count);
        this.array = array;
    }

    @Override
    long bits(int index) {
        return array[index];
    }

    @Override
    void setBits(int index, long bits) {
        array[index] = bits;
    }

    @Override
    void put(int index, int elements, ByteBuffer target) {
        if (elements > LOOP_LIMIT) {
            target.asLongBuffer().put(array, index, elements);
            target.position(target.position() + elements * Long.BYTES);
            return;
        }
        for (int i = index; i < index + elements; i++) {
            target.putLong(array[i]);
        }
    }

    @Override
    void get(int index, int elements, ByteBuffer source) {
        if (elements > LOOP_LIMIT) {
            source.asLongBuffer().get(array, index, elements);
            source.position(source.position() + elements * Long.BYTES);
            return;
        }
        for (int i = index; i < index + elements; i++) {
            array[i] = source.getLong();
        }
    }
}
