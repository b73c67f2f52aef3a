package org.reactivempi;

import java.nio.ByteBuffer;

/** A region of a {@code byte[]}. */
final class ByteArray extends ArrayBuffer {

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
        target.put(array, index, elements);
    }

    @Override
    void get(int index, int elements, ByteBuffer source) {
        source.get(array, index, elements);
    }
}
