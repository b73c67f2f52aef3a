package org.reactivempi;

import java.nio.ByteBuffer;

/** A region of a {@code float[]}. Bit patterns travel as they are, those of NaNs included. */
final class FloatArray extends ArrayBuffer {

    private final float[] array;

    FloatArray(float[] array, int offset, int count) {
        super(Datatype.FLOAT, array.length, offset, count);
        this.array = array;
    }

    @Override
    long bits(int index) {
        return Float.floatToRawIntBits(array[index]);
    }

    @Override
    void setBits(int index, long bits) {
        array[index] = Float.intBitsToFloat((int) bits);
    }

    @Override
    void put(int index, int elements, ByteBuffer target) {
        if (elements > LOOP_LIMIT) {
            target.asFloatBuffer().put(array, index, elements);
            target.position(target.position() + elements * Float.BYTES);
            return;
        }
        for (int i = index; i < index + elements; i++) {
            target.putInt(Float.floatToRawIntBits(array[i]));
        }
    }

    @Override
    void get(int index, int elements, ByteBuffer source) {
        if (elements > LOOP_LIMIT) {
            source.asFloatBuffer().get(array, index, elements);
            source.position(source.position() + elements * Float.BYTES);
            return;
        }
        for (int i = index; i < index + elements; i++) {
            array[i] = Float.intBitsToFloat(source.getInt());
        }
    }
}
