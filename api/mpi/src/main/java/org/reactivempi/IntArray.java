package org.reactivempi;

import java.nio.ByteBuffer;

/** A region of an {@code int[]}. */
final class IntArray extends ArrayBuffer {

    private final int[] array;

    IntArray(int[] array, int offset, int count) {
        super(Datatype.INT, array.length, offset, count);
        this.array = array;
    }

    @Override
    long bits(int index) {
        return array[index];
    }

    @Override
    void setBits(int index, long bits) {
        array[index] = (int) bits;
    }

    @Override
    void put(int index, int elements, ByteBuffer target) {
        if (elements > LOOP_LIMIT) {
            target.asIntBuffer().put(array, index, elements);
            target.position(target.position() + elements * Integer.BYTES);
            return;
        }
        for (int i = index; i < index + elements; i++) {
            target.putInt(array[i]);
        }
    }

    @Override
    void get(int index, int elements, ByteBuffer source) {
        if (elements > LOOP_LIMIT) {
            source.asIntBuffer().get(array, index, elements);
            source.position(source.position() + elements * Integer.BYTES);
            return;
        }
        for (int i = index; i < index + elements; i++) {
            array[i] = source.getInt();
        }
    }
}
