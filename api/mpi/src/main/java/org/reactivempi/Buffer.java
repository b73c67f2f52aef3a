package org.reactivempi;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A typed region of memory to send from or to receive into. It refers to the memory and never copies it by itself.
 *
 * <p>Making a buffer never fails: a region outside its array is reported by {@link #check}, which the implementation
 * calls when an operation is subscribed, so that it arrives through {@code onError}. All other methods may only be
 * called on a region that is right. A {@code null} array is right with count 0.
 *
 * <p>The bytes of a buffer are its payload: elements in little-endian order, booleans as one byte each, 0 or 1. Any
 * thread may use a buffer, and several operations may send from one at the same time; such a use must not
 * overlap with a write to its memory.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.2.2">MPI-4.1, 3.2.2</a>
 * @since 0.1
 */
public abstract class Buffer {

    Buffer() {}

    /**
     * All elements of an array.
     *
     * @param values the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#BYTE}
     */
    public static Buffer bytes(byte... values) {
        return values == null
                ? NullBuffer.wholeArray(Datatype.BYTE)
                : new ArrayBuffer.ByteArray(values, 0, values.length);
    }

    /**
     * Some elements of an array.
     *
     * @param array the memory itself, not copied; may be {@code null} with count 0
     * @param offset index of the first element, 0 to {@code array.length - count}
     * @param count number of elements, 0 or more
     * @return a buffer of {@link Datatype#BYTE}
     */
    public static Buffer bytes(byte @Nullable [] array, int offset, int count) {
        return array == null
                ? NullBuffer.region(Datatype.BYTE, count)
                : new ArrayBuffer.ByteArray(array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param values the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#BOOLEAN}
     */
    public static Buffer booleans(boolean... values) {
        return values == null
                ? NullBuffer.wholeArray(Datatype.BOOLEAN)
                : new ArrayBuffer.BooleanArray(values, 0, values.length);
    }

    /**
     * Some elements of an array.
     *
     * @param array the memory itself, not copied; may be {@code null} with count 0
     * @param offset index of the first element, 0 to {@code array.length - count}
     * @param count number of elements, 0 or more
     * @return a buffer of {@link Datatype#BOOLEAN}
     */
    public static Buffer booleans(boolean @Nullable [] array, int offset, int count) {
        return array == null
                ? NullBuffer.region(Datatype.BOOLEAN, count)
                : new ArrayBuffer.BooleanArray(array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param values the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#SHORT}
     */
    public static Buffer shorts(short... values) {
        return values == null
                ? NullBuffer.wholeArray(Datatype.SHORT)
                : new ArrayBuffer.ShortArray(values, 0, values.length);
    }

    /**
     * Some elements of an array.
     *
     * @param array the memory itself, not copied; may be {@code null} with count 0
     * @param offset index of the first element, 0 to {@code array.length - count}
     * @param count number of elements, 0 or more
     * @return a buffer of {@link Datatype#SHORT}
     */
    public static Buffer shorts(short @Nullable [] array, int offset, int count) {
        return array == null
                ? NullBuffer.region(Datatype.SHORT, count)
                : new ArrayBuffer.ShortArray(array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param values the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#CHAR}
     */
    public static Buffer chars(char... values) {
        return values == null
                ? NullBuffer.wholeArray(Datatype.CHAR)
                : new ArrayBuffer.CharArray(values, 0, values.length);
    }

    /**
     * Some elements of an array.
     *
     * @param array the memory itself, not copied; may be {@code null} with count 0
     * @param offset index of the first element, 0 to {@code array.length - count}
     * @param count number of elements, 0 or more
     * @return a buffer of {@link Datatype#CHAR}
     */
    public static Buffer chars(char @Nullable [] array, int offset, int count) {
        return array == null
                ? NullBuffer.region(Datatype.CHAR, count)
                : new ArrayBuffer.CharArray(array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param values the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#INT}
     */
    public static Buffer ints(int... values) {
        return values == null
                ? NullBuffer.wholeArray(Datatype.INT)
                : new ArrayBuffer.IntArray(values, 0, values.length);
    }

    /**
     * Some elements of an array.
     *
     * @param array the memory itself, not copied; may be {@code null} with count 0
     * @param offset index of the first element, 0 to {@code array.length - count}
     * @param count number of elements, 0 or more
     * @return a buffer of {@link Datatype#INT}
     */
    public static Buffer ints(int @Nullable [] array, int offset, int count) {
        return array == null ? NullBuffer.region(Datatype.INT, count) : new ArrayBuffer.IntArray(array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param values the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#FLOAT}
     */
    public static Buffer floats(float... values) {
        return values == null
                ? NullBuffer.wholeArray(Datatype.FLOAT)
                : new ArrayBuffer.FloatArray(values, 0, values.length);
    }

    /**
     * Some elements of an array.
     *
     * @param array the memory itself, not copied; may be {@code null} with count 0
     * @param offset index of the first element, 0 to {@code array.length - count}
     * @param count number of elements, 0 or more
     * @return a buffer of {@link Datatype#FLOAT}
     */
    public static Buffer floats(float @Nullable [] array, int offset, int count) {
        return array == null
                ? NullBuffer.region(Datatype.FLOAT, count)
                : new ArrayBuffer.FloatArray(array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param values the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#LONG}
     */
    public static Buffer longs(long... values) {
        return values == null
                ? NullBuffer.wholeArray(Datatype.LONG)
                : new ArrayBuffer.LongArray(values, 0, values.length);
    }

    /**
     * Some elements of an array.
     *
     * @param array the memory itself, not copied; may be {@code null} with count 0
     * @param offset index of the first element, 0 to {@code array.length - count}
     * @param count number of elements, 0 or more
     * @return a buffer of {@link Datatype#LONG}
     */
    public static Buffer longs(long @Nullable [] array, int offset, int count) {
        return array == null
                ? NullBuffer.region(Datatype.LONG, count)
                : new ArrayBuffer.LongArray(array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param values the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#DOUBLE}
     */
    public static Buffer doubles(double... values) {
        return values == null
                ? NullBuffer.wholeArray(Datatype.DOUBLE)
                : new ArrayBuffer.DoubleArray(values, 0, values.length);
    }

    /**
     * Some elements of an array.
     *
     * @param array the memory itself, not copied; may be {@code null} with count 0
     * @param offset index of the first element, 0 to {@code array.length - count}
     * @param count number of elements, 0 or more
     * @return a buffer of {@link Datatype#DOUBLE}
     */
    public static Buffer doubles(double @Nullable [] array, int offset, int count) {
        return array == null
                ? NullBuffer.region(Datatype.DOUBLE, count)
                : new ArrayBuffer.DoubleArray(array, offset, count);
    }

    /**
     * The bytes of a {@code ByteBuffer} from its position to its limit, as they are at this call. The library never
     * changes position, limit or order, and the order does not matter, since bytes travel as they are.
     *
     * @param memory heap or direct; a read-only one can only be sent; {@code null} fails with
     *     {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#BYTE}
     */
    public static Buffer of(ByteBuffer memory) {
        return memory == null ? NullBuffer.wholeArray(Datatype.BYTE) : new ByteBufferRegion(memory);
    }

    /**
     * No elements at all.
     *
     * @return a buffer of {@link Datatype#BYTE} with count 0
     */
    public static Buffer empty() {
        return NullBuffer.region(Datatype.BYTE, 0);
    }

    /**
     * What the elements are.
     *
     * @return the type of each element
     */
    public abstract Datatype datatype();

    /**
     * How many elements there are.
     *
     * @return number of elements, 0 or more where the region is right
     */
    public abstract long count();

    /**
     * How long the payload is.
     *
     * @return count times the type's size, in bytes
     * @throws ArithmeticException if that is more than a {@code long} holds
     */
    public long lengthBytes() {
        return Math.multiplyExact(count(), datatype().sizeBytes());
    }

    /**
     * Throws when the region cannot be used.
     *
     * @param forReceive whether it is to be written
     * @throws MpiException {@link ErrorClass#COUNT} if the count is negative; {@link ErrorClass#BUFFER} if the memory is
     *     {@code null}, or read-only and is to be written, or if the region is outside its array
     */
    public abstract void check(boolean forReceive);

    /**
     * Copies a part of the payload, wherever it begins and ends, also inside an element.
     *
     * @param position first byte of the part, 0 to {@code lengthBytes() - target.remaining()}
     * @param target takes as many bytes as it has remaining; then its position is its limit, and its order unspecified
     * @throws IndexOutOfBoundsException if the part lies outside the payload
     */
    public abstract void copyTo(long position, ByteBuffer target);

    /**
     * Overwrites a part of the payload, wherever it begins and ends, also inside an element. Bytes outside the part
     * keep their values.
     *
     * @param position first byte of the part, 0 to {@code lengthBytes() - source.remaining()}
     * @param source gives all its remaining bytes; then its position is its limit, and its order unspecified
     * @throws IndexOutOfBoundsException if the part lies outside the payload
     */
    public abstract void copyFrom(long position, ByteBuffer source);

    /**
     * The memory of the payload itself, where the system can read and write it without a copy: that of a direct
     * {@code ByteBuffer}. Used by the library; a program has its memory already.
     *
     * @return a view of its own, from position 0 to the limit; {@code null} where the payload has to be copied
     */
    public @Nullable ByteBuffer directMemory() {
        return null;
    }

    @Override
    public String toString() {
        return "Buffer[" + count() + " x " + datatype() + "]";
    }
}
