package org.reactivempi;

import java.nio.ByteBuffer;

/** A region of a {@code boolean[]}, one byte each; the JDK has no bulk copy for them. */
final class BooleanArray extends ArrayBuffer {

    private final boolean[] array;

    BooleanArray(boolean[] array, int offset, int count) {
        super(Datatype.BOOLEAN, array.length, offset, count);
        this.array = array;
    }

    @Override
    long bits(int index) {
        return array[index] ? 1 : 0;
    }

    @Override
    void setBits(int index, long bits) {
        array[index] = bits != 0;
    }

    @Override
    void put(int index, int elements, ByteBuffer target) {
        for (int i = index; i < index + elements; i++) {
            target.put((byte) (array[i] ? 1 : 0));
        }
    }

    @Override
    void get(int index, int elements, ByteBuffer source) {
        for (int i = index; i < index + elements; i++) {
            array[i] = source.get() != 0;
        }
    }
}
