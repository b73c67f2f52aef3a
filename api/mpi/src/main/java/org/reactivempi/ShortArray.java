package org.reactivempi;

import java.nio.ByteBuffer;

/** A region of a {@code short[]}. */
final class ShortArray extends ArrayBuffer {

    private final short[] array;

    ShortArray(short[] array, int offset, int count) {
        super(Datatype.SHORT, array.length, offset, count);
        this.array = array;
    }

    @Override
    long bits(int index) {
        return array[index];
    }

    @Override
    void setBits(int index, long bits) {
        array[index] = (short) bits;
    }

    @Override
    void put(int index, int elements, ByteBuffer target) {
        if (elements > LOOP_LIMIT) {
            target.asShortBuffer().put(array, index, elements);
            target.position(target.position() + elements * Short.BYTES);
            return;
        }
        for (int i = index; i < index + elements; i++) {
            target.putShort(array[i]);
        }
    }

    @Override
    void get(int index, int elements, ByteBuffer source) {
        if (elements > LOOP_LIMIT) {
            source.asShortBuffer().get(array, index, elements);
            source.position(source.position() + elements * Short.BYTES);
            return;
        }
        for (int i = index; i < index + elements; i++) {
            array[i] = source.getShort();
        }
    }
}
