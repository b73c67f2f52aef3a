package org.reactivempi;

import java.nio.ByteBuffer;

/** A region of a {@code double[]}. Bit patterns travel as they are, those of NaNs included. */
final class DoubleArray extends ArrayBuffer {

    private final double[] array;

    DoubleArray(double[] array, int offset, int count) {
        super(Datatype.DOUBLE, array.length, offset, count);
        this.array = array;
    }

    @Override
    long bits(int index) {
        return Double.doubleToRawLongBits(array[index]);
    }

    @Override
    void setBits(int index, long bits) {
        array[index] = Double.longBitsToDouble(bits);
    }

    @Override
    void put(int index, int elements, ByteBuffer target) {
        if (elements > LOOP_LIMIT) {
            target.asDoubleBuffer().put(array, index, elements);
            target.position(target.position() + elements * Double.BYTES);
            return;
        }
        for (int i = index; i < index + elements; i++) {
            target.putLong(Double.doubleToRawLongBits(array[i]));
        }
    }

    @Override
    void get(int index, int elements, ByteBuffer source) {
        if (elements > LOOP_LIMIT) {
            source.asDoubleBuffer().get(array, index, elements);
            source.position(source.position() + elements * Double.BYTES);
            return;
        }
        for (int i = index; i < index + elements; i++) {
            array[i] = Double.longBitsToDouble(source.getLong());
        }
    }
}
