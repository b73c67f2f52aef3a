package org.reactivempi.layout;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * The elements of a buffer of numbers, which has an order of its own and need not say where its memory is. Copied in bulk where there are
 * many, else as bits.
 */
public abstract class NumberView {

    private final Buffer buffer;
    private final int width;

    private NumberView(Buffer buffer, int width) {
        this.buffer = buffer;
        this.width = width;
    }

    /**
     * How many elements there are.
     *
     * @return 0 or more
     */
    public final int count() {
        return buffer.capacity();
    }

    /**
     * An element's length.
     *
     * @return 2, 4 or 8, in bytes
     */
    public final int width() {
        return width;
    }

    /**
     * Whether it can't be written.
     *
     * @return true if the buffer is read-only
     */
    public final boolean isReadOnly() {
        return buffer.isReadOnly();
    }

    /**
     * What tells one from another: two views of the same memory differ.
     *
     * @return an object of its own
     */
    public final Object identity() {
        return buffer;
    }

    /**
     * An element.
     *
     * @param index 0 to {@code count() - 1}
     * @return it, as the low bytes
     */
    public abstract long bits(int index);

    /**
     * Replaces an element.
     *
     * @param index 0 to {@code count() - 1}
     * @param bits the new one, as the low bytes
     */
    public abstract void setBits(int index, long bits);

    /**
     * Copies elements out.
     *
     * @param index the first one's
     * @param elements how many
     * @param payload where they go, from its position on, in its order; the position stays
     */
    public abstract void put(int index, int elements, ByteBuffer payload);

    /**
     * Copies elements in.
     *
     * @param index the first one's
     * @param elements how many
     * @param payload where they come from, from its position on, in its order; the position stays
     */
    public abstract void get(int index, int elements, ByteBuffer payload);

    /**
     * The elements of a {@code ShortBuffer}, from its position to its limit.
     *
     * @param buffer direct or on the heap, in either order
     * @return a view, which sees later changes
     */
    public static NumberView of(ShortBuffer buffer) {
        return new OfShort(buffer.slice());
    }

    /**
     * The elements of a {@code CharBuffer}, from its position to its limit.
     *
     * @param buffer direct or on the heap, in either order
     * @return a view, which sees later changes
     */
    public static NumberView of(CharBuffer buffer) {
        return new OfChar(buffer.slice());
    }

    /**
     * The elements of an {@code IntBuffer}, from its position to its limit.
     *
     * @param buffer direct or on the heap, in either order
     * @return a view, which sees later changes
     */
    public static NumberView of(IntBuffer buffer) {
        return new OfInt(buffer.slice());
    }

    /**
     * The elements of a {@code FloatBuffer}, from its position to its limit.
     *
     * @param buffer direct or on the heap, in either order
     * @return a view, which sees later changes
     */
    public static NumberView of(FloatBuffer buffer) {
        return new OfFloat(buffer.slice());
    }

    /**
     * The elements of a {@code LongBuffer}, from its position to its limit.
     *
     * @param buffer direct or on the heap, in either order
     * @return a view, which sees later changes
     */
    public static NumberView of(LongBuffer buffer) {
        return new OfLong(buffer.slice());
    }

    /**
     * The elements of a {@code DoubleBuffer}, from its position to its limit.
     *
     * @param buffer direct or on the heap, in either order
     * @return a view, which sees later changes
     */
    public static NumberView of(DoubleBuffer buffer) {
        return new OfDouble(buffer.slice());
    }

    private static final class OfShort extends NumberView {

        private final ShortBuffer view;

        OfShort(ShortBuffer view) {
            super(view, Short.BYTES);
            this.view = view;
        }

        @Override
        public long bits(int index) {
            return view.get(index);
        }

        @Override
        public void setBits(int index, long bits) {
            view.put(index, (short) bits);
        }

        @Override
        public void put(int index, int elements, ByteBuffer payload) {
            payload.asShortBuffer().put(0, view, index, elements);
        }

        @Override
        public void get(int index, int elements, ByteBuffer payload) {
            view.put(index, payload.asShortBuffer(), 0, elements);
        }
    }

    private static final class OfChar extends NumberView {

        private final CharBuffer view;

        OfChar(CharBuffer view) {
            super(view, Character.BYTES);
            this.view = view;
        }

        @Override
        public long bits(int index) {
            return view.get(index);
        }

        @Override
        public void setBits(int index, long bits) {
            view.put(index, (char) bits);
        }

        @Override
        public void put(int index, int elements, ByteBuffer payload) {
            payload.asCharBuffer().put(0, view, index, elements);
        }

        @Override
        public void get(int index, int elements, ByteBuffer payload) {
            view.put(index, payload.asCharBuffer(), 0, elements);
        }
    }

    private static final class OfInt extends NumberView {

        private final IntBuffer view;

        OfInt(IntBuffer view) {
            super(view, Integer.BYTES);
            this.view = view;
        }

        @Override
        public long bits(int index) {
            return view.get(index);
        }

        @Override
        public void setBits(int index, long bits) {
            view.put(index, (int) bits);
        }

        @Override
        public void put(int index, int elements, ByteBuffer payload) {
            payload.asIntBuffer().put(0, view, index, elements);
        }

        @Override
        public void get(int index, int elements, ByteBuffer payload) {
            view.put(index, payload.asIntBuffer(), 0, elements);
        }
    }

    private static final class OfFloat extends NumberView {

        private final FloatBuffer view;

        OfFloat(FloatBuffer view) {
            super(view, Float.BYTES);
            this.view = view;
        }

        @Override
        public long bits(int index) {
            return Float.floatToRawIntBits(view.get(index));
        }

        @Override
        public void setBits(int index, long bits) {
            view.put(index, Float.intBitsToFloat((int) bits));
        }

        @Override
        public void put(int index, int elements, ByteBuffer payload) {
            payload.asFloatBuffer().put(0, view, index, elements);
        }

        @Override
        public void get(int index, int elements, ByteBuffer payload) {
            view.put(index, payload.asFloatBuffer(), 0, elements);
        }
    }

    private static final class OfLong extends NumberView {

        private final LongBuffer view;

        OfLong(LongBuffer view) {
            super(view, Long.BYTES);
            this.view = view;
        }

        @Override
        public long bits(int index) {
            return view.get(index);
        }

        @Override
        public void setBits(int index, long bits) {
            view.put(index, bits);
        }

        @Override
        public void put(int index, int elements, ByteBuffer payload) {
            payload.asLongBuffer().put(0, view, index, elements);
        }

        @Override
        public void get(int index, int elements, ByteBuffer payload) {
            view.put(index, payload.asLongBuffer(), 0, elements);
        }
    }

    private static final class OfDouble extends NumberView {

        private final DoubleBuffer view;

        OfDouble(DoubleBuffer view) {
            super(view, Double.BYTES);
            this.view = view;
        }

        @Override
        public long bits(int index) {
            return Double.doubleToRawLongBits(view.get(index));
        }

        @Override
        public void setBits(int index, long bits) {
            view.put(index, Double.longBitsToDouble(bits));
        }

        @Override
        public void put(int index, int elements, ByteBuffer payload) {
            payload.asDoubleBuffer().put(0, view, index, elements);
        }

        @Override
        public void get(int index, int elements, ByteBuffer payload) {
            view.put(index, payload.asDoubleBuffer(), 0, elements);
        }
    }
}
