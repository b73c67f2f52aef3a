package org.reactivempi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.reactivempi.layout.Memory;
import org.reactivempi.layout.NumberView;
import org.reactivempi.layout.Region;

/**
 * A region of a Java array. Cuts each copy into a ragged start, whole elements and a ragged end, because a packet may
 * begin and end inside an element; the classes within know their element type.
 *
 * <pre>
 *  elements    |  0  |  1  |  2  |  3  |
 *  one copy       ====================
 *               start|   whole   |end
 * </pre>
 */
abstract class ArrayBuffer extends Buffer {

    /** Up to here a loop over elements beats a typed view, which must be allocated. */
    static final int LOOP_LIMIT = 16;

    private final Datatype datatype;
    private final int arrayLength;
    private final int offset;
    private final int count;
    private final int shift;

    ArrayBuffer(Datatype datatype, int arrayLength, int offset, int count) {
        this.datatype = datatype;
        this.arrayLength = arrayLength;
        this.offset = offset;
        this.count = count;
        this.shift = Long.numberOfTrailingZeros(datatype.sizeBytes());
    }

    /** Some elements of the array, for types that are derived from theirs. */
    abstract Memory memory(int offset, int count);

    /** All of the array. */
    abstract Object array();

    @Override
    final Region region() {
        return new Region(memory(offset, count), datatype.plan(), count, 0, ByteOrder.LITTLE_ENDIAN);
    }

    /** Whether both have an element in common. */
    final boolean meets(ArrayBuffer other) {
        return array() == other.array()
                && Math.max(offset, other.offset) < Math.min(offset + count, other.offset + other.count);
    }

    @Override
    final void footprint(Footprint found) {
        found.add(array(), base(), (long) (offset + count) << shift);
    }

    @Override
    final void footprint(Footprint found, Region region) {
        found.add(array(), base(), region);
    }

    private long base() {
        return (long) offset << shift;
    }

    /** The element at an index of the array, as the low bytes of the result. */
    abstract long bits(int index);

    /** Replaces the element at an index of the array by the low bytes of {@code bits}. */
    abstract void setBits(int index, long bits);

    /** Puts many whole elements, from an index of the array on, into a little-endian target, whose position it need not move. */
    abstract void putMany(int index, int elements, ByteBuffer target);

    /** Gets many whole elements, for an index of the array on, out of a little-endian source, whose position it need not move. */
    abstract void getMany(int index, int elements, ByteBuffer source);

    /** Puts whole elements, from an index of the array on, into a little-endian target. */
    void put(int index, int elements, ByteBuffer target) {
        if (elements > LOOP_LIMIT) {
            int end = target.position() + (elements << shift);
            putMany(index, elements, target);
            target.position(end);
            return;
        }
        for (int i = index; i < index + elements; i++) {
            switch (shift) {
                case 0 -> target.put((byte) bits(i));
                case 1 -> target.putShort((short) bits(i));
                case 2 -> target.putInt((int) bits(i));
                default -> target.putLong(bits(i));
            }
        }
    }

    /** Gets whole elements, for an index of the array on, out of a little-endian source. */
    void get(int index, int elements, ByteBuffer source) {
        if (elements > LOOP_LIMIT) {
            int end = source.position() + (elements << shift);
            getMany(index, elements, source);
            source.position(end);
            return;
        }
        for (int i = index; i < index + elements; i++) {
            switch (shift) {
                case 0 -> setBits(i, source.get());
                case 1 -> setBits(i, source.getShort());
                case 2 -> setBits(i, source.getInt());
                default -> setBits(i, source.getLong());
            }
        }
    }

    @Override
    public final Datatype datatype() {
        return datatype;
    }

    @Override
    public final long count() {
        return count;
    }

    @Override
    public final long lengthBytes() {
        return (long) count << shift;
    }

    /** Whether nothing can be received into it. */
    boolean isReadOnly() {
        return false;
    }

    @Override
    public final void check(boolean forReceive) {
        if (forReceive && isReadOnly()) {
            throw new MpiException(ErrorClass.BUFFER, "cannot receive into a read-only buffer");
        }
        if (count < 0) {
            throw new MpiException(ErrorClass.COUNT, "count " + count + " is negative");
        }
        if (offset < 0 || offset > arrayLength - count) {
            throw new MpiException(
                    ErrorClass.BUFFER,
                    "region of offset " + offset + " and count " + count + " is outside an array of length "
                            + arrayLength);
        }
    }

    @Override
    public final Buffer as(long originBytes, Datatype type, long elements) {
        long width = datatype.sizeBytes();
        Datatype base = type.base();
        boolean fits =
                base == datatype || datatype == Datatype.BYTE && base == Datatype.PACKED || type.sizeBytes() == 0;
        if (!fits) {
            throw new MpiException(
                    ErrorClass.TYPE,
                    "an array of " + datatype + " holds no elements of " + type + ", which is made of "
                            + (base == null ? "several basic types" : base));
        }
        if (originBytes % width != 0 || !type.plan().isAligned(width)) {
            throw new MpiException(
                    ErrorClass.TYPE,
                    "displacements of " + type + (originBytes % width == 0 ? "" : " from " + originBytes + " on")
                            + " are no multiples of " + width + ", the size of " + datatype + " in an array");
        }
        return new DerivedBuffer(this, () -> memory(offset, count), originBytes, type, elements);
    }

    @Override
    public final void copyTo(long position, ByteBuffer target) {
        Objects.checkFromIndexSize(position, target.remaining(), lengthBytes());
        target.order(ByteOrder.LITTLE_ENDIAN);
        int index = indexOf(position);
        int skipped = bytesInto(position);
        if (skipped > 0) {
            putPart(index++, skipped, target);
        }
        int elements = target.remaining() >>> shift;
        put(index, elements, target);
        if (target.hasRemaining()) {
            putPart(index + elements, 0, target);
        }
    }

    @Override
    public final void copyFrom(long position, ByteBuffer source) {
        Objects.checkFromIndexSize(position, source.remaining(), lengthBytes());
        source.order(ByteOrder.LITTLE_ENDIAN);
        int index = indexOf(position);
        int skipped = bytesInto(position);
        if (skipped > 0) {
            getPart(index++, skipped, source);
        }
        int elements = source.remaining() >>> shift;
        get(index, elements, source);
        if (source.hasRemaining()) {
            getPart(index + elements, 0, source);
        }
    }

    /** The element in which a byte of the payload is. */
    final int indexOf(long position) {
        return offset + (int) (position >>> shift);
    }

    private int bytesInto(long position) {
        return (int) position & ((1 << shift) - 1);
    }

    private int partEnd(int firstByte, ByteBuffer other) {
        return Math.min(1 << shift, firstByte + other.remaining());
    }

    private void putPart(int index, int firstByte, ByteBuffer target) {
        long bits = bits(index);
        int end = partEnd(firstByte, target);
        for (int i = firstByte; i < end; i++) {
            target.put((byte) (bits >>> (i * Byte.SIZE)));
        }
    }

    private void getPart(int index, int firstByte, ByteBuffer source) {
        long bits = bits(index);
        int end = partEnd(firstByte, source);
        for (int i = firstByte; i < end; i++) {
            int bit = i * Byte.SIZE;
            bits = bits & ~(0xFFL << bit) | (source.get() & 0xFFL) << bit;
        }
        setBits(index, bits);
    }

    /** A region of a {@code byte[]}. */
    static final class ByteArray extends ArrayBuffer {

        /** Up to here words are copied one by one, which for short messages takes less time than to prepare a bulk copy. */
        private static final int SHORT = 64;

        private static final VarHandle WORDS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

        private final byte[] array;

        ByteArray(byte[] array, int offset, int count) {
            super(Datatype.BYTE, array.length, offset, count);
            this.array = array;
        }

        @Override
        Memory memory(int offset, int count) {
            return Memory.of(array, offset, count);
        }

        @Override
        Object array() {
            return array;
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
        void putMany(int index, int elements, ByteBuffer target) {
            target.put(array, index, elements);
        }

        @Override
        void getMany(int index, int elements, ByteBuffer source) {
            source.get(array, index, elements);
        }

        @Override
        void put(int index, int elements, ByteBuffer target) {
            if (elements > SHORT) {
                putMany(index, elements, target);
                return;
            }
            int end = index + elements;
            int i = index;
            for (; i <= end - Long.BYTES; i += Long.BYTES) {
                target.putLong((long) WORDS.get(array, i));
            }
            for (; i < end; i++) {
                target.put(array[i]);
            }
        }

        @Override
        void get(int index, int elements, ByteBuffer source) {
            if (elements > SHORT) {
                getMany(index, elements, source);
                return;
            }
            int end = index + elements;
            int i = index;
            for (; i <= end - Long.BYTES; i += Long.BYTES) {
                WORDS.set(array, i, source.getLong());
            }
            for (; i < end; i++) {
                array[i] = source.get();
            }
        }
    }

    /** A region of a {@code boolean[]}, one byte each; the JDK has no bulk copy for them. */
    static final class BooleanArray extends ArrayBuffer {

        private final boolean[] array;

        BooleanArray(boolean[] array, int offset, int count) {
            super(Datatype.BOOLEAN, array.length, offset, count);
            this.array = array;
        }

        @Override
        Memory memory(int offset, int count) {
            return Memory.of(array, offset, count);
        }

        @Override
        Object array() {
            return array;
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
        void putMany(int index, int elements, ByteBuffer target) {
            for (int i = index; i < index + elements; i++) {
                target.put((byte) bits(i));
            }
        }

        @Override
        void getMany(int index, int elements, ByteBuffer source) {
            for (int i = index; i < index + elements; i++) {
                setBits(i, source.get());
            }
        }
    }

    /** A region of a {@code short[]}. */
    static final class ShortArray extends ArrayBuffer {

        private final short[] array;

        ShortArray(short[] array, int offset, int count) {
            super(Datatype.SHORT, array.length, offset, count);
            this.array = array;
        }

        @Override
        Memory memory(int offset, int count) {
            return Memory.of(array, offset, count);
        }

        @Override
        Object array() {
            return array;
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
        void putMany(int index, int elements, ByteBuffer target) {
            target.asShortBuffer().put(array, index, elements);
        }

        @Override
        void getMany(int index, int elements, ByteBuffer source) {
            source.asShortBuffer().get(array, index, elements);
        }
    }

    /** A region of a {@code char[]}. */
    static final class CharArray extends ArrayBuffer {

        private final char[] array;

        CharArray(char[] array, int offset, int count) {
            super(Datatype.CHAR, array.length, offset, count);
            this.array = array;
        }

        @Override
        Memory memory(int offset, int count) {
            return Memory.of(array, offset, count);
        }

        @Override
        Object array() {
            return array;
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
        void putMany(int index, int elements, ByteBuffer target) {
            target.asCharBuffer().put(array, index, elements);
        }

        @Override
        void getMany(int index, int elements, ByteBuffer source) {
            source.asCharBuffer().get(array, index, elements);
        }
    }

    /** A region of an {@code int[]}. */
    static final class IntArray extends ArrayBuffer {

        final int[] array;

        IntArray(int[] array, int offset, int count) {
            super(Datatype.INT, array.length, offset, count);
            this.array = array;
        }

        @Override
        Memory memory(int offset, int count) {
            return Memory.of(array, offset, count);
        }

        @Override
        Object array() {
            return array;
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
        void putMany(int index, int elements, ByteBuffer target) {
            target.asIntBuffer().put(array, index, elements);
        }

        @Override
        void getMany(int index, int elements, ByteBuffer source) {
            source.asIntBuffer().get(array, index, elements);
        }
    }

    /** A region of a {@code float[]}. Bit patterns travel as they are, those of NaNs included. */
    static final class FloatArray extends ArrayBuffer {

        final float[] array;

        FloatArray(float[] array, int offset, int count) {
            super(Datatype.FLOAT, array.length, offset, count);
            this.array = array;
        }

        @Override
        Memory memory(int offset, int count) {
            return Memory.of(array, offset, count);
        }

        @Override
        Object array() {
            return array;
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
        void putMany(int index, int elements, ByteBuffer target) {
            target.asFloatBuffer().put(array, index, elements);
        }

        @Override
        void getMany(int index, int elements, ByteBuffer source) {
            source.asFloatBuffer().get(array, index, elements);
        }
    }

    /** A region of a {@code long[]}. */
    static final class LongArray extends ArrayBuffer {

        final long[] array;

        LongArray(long[] array, int offset, int count) {
            super(Datatype.LONG, array.length, offset, count);
            this.array = array;
        }

        @Override
        Memory memory(int offset, int count) {
            return Memory.of(array, offset, count);
        }

        @Override
        Object array() {
            return array;
        }

        @Override
        long bits(int index) {
            return array[index];
        }

        @Override
        void setBits(int index, long bits) {
            array[index] = bits;
        }

        @Override
        void putMany(int index, int elements, ByteBuffer target) {
            target.asLongBuffer().put(array, index, elements);
        }

        @Override
        void getMany(int index, int elements, ByteBuffer source) {
            source.asLongBuffer().get(array, index, elements);
        }
    }

    /** A region of a {@code double[]}. Bit patterns travel as they are, those of NaNs included. */
    static final class DoubleArray extends ArrayBuffer {

        final double[] array;

        DoubleArray(double[] array, int offset, int count) {
            super(Datatype.DOUBLE, array.length, offset, count);
            this.array = array;
        }

        @Override
        Memory memory(int offset, int count) {
            return Memory.of(array, offset, count);
        }

        @Override
        Object array() {
            return array;
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
        void putMany(int index, int elements, ByteBuffer target) {
            target.asDoubleBuffer().put(array, index, elements);
        }

        @Override
        void getMany(int index, int elements, ByteBuffer source) {
            source.asDoubleBuffer().get(array, index, elements);
        }
    }

    /** The elements of a {@code java.nio} buffer of numbers that shows no array. */
    static final class View extends ArrayBuffer {

        private final NumberView view;

        View(Datatype datatype, NumberView view) {
            super(datatype, view.count(), 0, view.count());
            this.view = view;
        }

        @Override
        Memory memory(int offset, int count) {
            return Memory.of(view);
        }

        @Override
        Object array() {
            return view.identity();
        }

        @Override
        boolean isReadOnly() {
            return view.isReadOnly();
        }

        @Override
        long bits(int index) {
            return view.bits(index);
        }

        @Override
        void setBits(int index, long bits) {
            view.setBits(index, bits);
        }

        @Override
        void putMany(int index, int elements, ByteBuffer target) {
            view.put(index, elements, target);
        }

        @Override
        void getMany(int index, int elements, ByteBuffer source) {
            view.get(index, elements, source);
        }
    }
}
