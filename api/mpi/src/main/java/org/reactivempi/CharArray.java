package org.reactivempi;

import java.nio.ByteBuffer;

/** A region of a {@code char[]}. */
final class CharArray extends ArrayBuffer {

    private final char[] array;

    CharArray(char[] array, int offset, int count) {
        super(Datatype.CHAR, array.length, offset, count);
        this.array = array;
    }

    @Override
    long bits(int index) {
        return array[index];
    }

    @Override
    void setBits(int index, long bits) {
        array[index] = (char) bits;
    }

    @Override
    void put(int index, int elements, ByteBuffer target) {
        if (elements > LOOP_LIMIT) {
            target.asCharBuffer().put(array, index, elements);
            target.position(target.position() + elements * Character.BYTES);
            return;
        }
        for (int i = index; i < index + elements; i++) {
            target.putChar(array[i]);
        }
    }

    @Override
    void get(int index, int elements, ByteBuffer source) {
        if (elements > LOOP_LIMIT) {
            source.asCharBuffer().get(array, index, elements);
            source.position(source.position() + elements * Character.BYTES);
            return;
        }
        for (int i = index; i < index + elements; i++) {
            array[i] = source.getChar();
        }
    }
}
