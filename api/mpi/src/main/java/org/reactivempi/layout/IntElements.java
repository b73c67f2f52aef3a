package org.reactivempi.layout;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/** The elements of {@code int[]}, and those of {@code IntBuffer}. One source for all types with a byte order. */
public final class IntElements {

    /** Those of {@code int[]}. */
    public static final BasicElements ARRAY = new OfArray();
    /** Those of {@code IntBuffer}, from index 0 to its capacity, in whatever order it has. */
    public static final BasicElements NUMBERS = new OfNumbers();

    private IntElements() {}

    private static final class OfArray extends BasicElements {

        @Override
        public int width() {
            return Integer.BYTES;
        }

        @Override
        public int count(Object memory) {
            return ((int[]) memory).length;
        }

        @Override
        public Object allocate(int count) {
            return new int[count];
        }

        @Override
        public long bits(Object memory, int index) {
            return Bits.of(((int[]) memory)[index]);
        }

        @Override
        public void setBits(Object memory, int index, long bits) {
            ((int[]) memory)[index] = Bits.toInt(bits);
        }

        @Override
        public void put(Object memory, int index, int elements, ByteBuffer payload) {
            int[] array = (int[]) memory;
            int at = payload.position();
            if (elements > LOOP_LIMIT) {
                payload.asIntBuffer().put(array, index, elements);
            } else {
                for (int i = 0; i < elements; i++) {
                    payload.putInt(at + i * Integer.BYTES, array[index + i]);
                }
            }
            payload.position(at + elements * Integer.BYTES);
        }

        @Override
        public void get(Object memory, int index, int elements, ByteBuffer payload) {
            int[] array = (int[]) memory;
            int at = payload.position();
            if (elements > LOOP_LIMIT) {
                payload.asIntBuffer().get(array, index, elements);
            } else {
                for (int i = 0; i < elements; i++) {
                    array[index + i] = payload.getInt(at + i * Integer.BYTES);
                }
            }
            payload.position(at + elements * Integer.BYTES);
        }

        @Override
        public Memory memory(Object memory, int offset, int count) {
            return new IntMemory((int[]) memory, offset, count);
        }
    }

    private static final class OfNumbers extends BasicElements {

        @Override
        public int width() {
            return Integer.BYTES;
        }

        @Override
        public int count(Object memory) {
            return ((IntBuffer) memory).capacity();
        }

        @Override
        public Object allocate(int count) {
            return IntBuffer.allocate(count);
        }

        @Override
        public long bits(Object memory, int index) {
            return Bits.of(((IntBuffer) memory).get(index));
        }

        @Override
        public void setBits(Object memory, int index, long bits) {
            ((IntBuffer) memory).put(index, Bits.toInt(bits));
        }

        @Override
        public void put(Object memory, int index, int elements, ByteBuffer payload) {
            IntBuffer numbers = (IntBuffer) memory;
            int at = payload.position();
            if (elements > LOOP_LIMIT) {
                payload.asIntBuffer().put(0, numbers, index, elements);
            } else {
                for (int i = 0; i < elements; i++) {
                    payload.putInt(at + i * Integer.BYTES, numbers.get(index + i));
                }
            }
            payload.position(at + elements * Integer.BYTES);
        }

        @Override
        public void get(Object memory, int index, int elements, ByteBuffer payload) {
            IntBuffer numbers = (IntBuffer) memory;
            int at = payload.position();
            if (elements > LOOP_LIMIT) {
                numbers.put(index, payload.asIntBuffer(), 0, elements);
            } else {
                for (int i = 0; i < elements; i++) {
                    numbers.put(index + i, payload.getInt(at + i * Integer.BYTES));
                }
            }
            payload.position(at + elements * Integer.BYTES);
        }

        @Override
        public Memory memory(Object memory, int offset, int count) {
            return new ViewMemory(this, memory, offset, count);
        }
    }
}
