package org.reactivempi.layout;

import java.nio.ByteBuffer;

/** The elements of {@code boolean[]}, one byte each; the JDK has no bulk copy for them. */
public final class BooleanElements extends BasicElements {

    /** Those of {@code boolean[]}. */
    public static final BasicElements ARRAY = new BooleanElements();

    private BooleanElements() {}

    @Override
    public int width() {
        return Byte.BYTES;
    }

    @Override
    public int count(Object memory) {
        return ((boolean[]) memory).length;
    }

    @Override
    public Object allocate(int count) {
        return new boolean[count];
    }

    @Override
    public long bits(Object memory, int index) {
        return Bits.octet(((boolean[]) memory)[index]);
    }

    @Override
    public void setBits(Object memory, int index, long bits) {
        ((boolean[]) memory)[index] = bits != 0;
    }

    @Override
    public void put(Object memory, int index, int elements, ByteBuffer payload) {
        boolean[] array = (boolean[]) memory;
        for (int i = index; i < index + elements; i++) {
            payload.put(Bits.octet(array[i]));
        }
    }

    @Override
    public void get(Object memory, int index, int elements, ByteBuffer payload) {
        boolean[] array = (boolean[]) memory;
        for (int i = index; i < index + elements; i++) {
            array[i] = Bits.toBoolean(payload.get());
        }
    }

    @Override
    public Memory memory(Object memory, int offset, int count) {
        return new BooleanMemory((boolean[]) memory, offset, count);
    }
}
