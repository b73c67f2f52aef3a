package org.reactivempi;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.layout.BooleanElements;
import org.reactivempi.layout.ByteElements;
import org.reactivempi.layout.CharElements;
import org.reactivempi.layout.DoubleElements;
import org.reactivempi.layout.FloatElements;
import org.reactivempi.layout.IntElements;
import org.reactivempi.layout.LongElements;
import org.reactivempi.layout.ShortElements;

/**
 * Makes what is sent, and what is received into:
 *
 * <pre>
 *  Buffers.ints(1, 2, 3)           values, which can be sent
 *  Buffers.of(array)               memory of the program's, to send from or to receive into
 *  Buffers.of(array, 10, 20)       a part of it
 * </pre>
 *
 * @since 0.1
 */
public final class Buffers {

    private Buffers() {}

    /**
     * Values to send.
     *
     * @param values read by the operation, not copied before; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return values of {@link Datatype#BYTE}
     */
    public static SendBuffer bytes(byte... values) {
        return ArrayBuffer.all(Datatype.BYTE, ByteElements.ARRAY, values);
    }

    /**
     * Values to send.
     *
     * @param values read by the operation, not copied before; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return values of {@link Datatype#BOOLEAN}
     */
    public static SendBuffer booleans(boolean... values) {
        return ArrayBuffer.all(Datatype.BOOLEAN, BooleanElements.ARRAY, values);
    }

    /**
     * Values to send.
     *
     * @param values read by the operation, not copied before; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return values of {@link Datatype#SHORT}
     */
    public static SendBuffer shorts(short... values) {
        return ArrayBuffer.all(Datatype.SHORT, ShortElements.ARRAY, values);
    }

    /**
     * Values to send.
     *
     * @param values read by the operation, not copied before; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return values of {@link Datatype#CHAR}
     */
    public static SendBuffer chars(char... values) {
        return ArrayBuffer.all(Datatype.CHAR, CharElements.ARRAY, values);
    }

    /**
     * Values to send.
     *
     * @param values read by the operation, not copied before; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return values of {@link Datatype#INT}
     */
    public static SendBuffer ints(int... values) {
        return ArrayBuffer.all(Datatype.INT, IntElements.ARRAY, values);
    }

    /**
     * Values to send.
     *
     * @param values read by the operation, not copied before; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return values of {@link Datatype#FLOAT}
     */
    public static SendBuffer floats(float... values) {
        return ArrayBuffer.all(Datatype.FLOAT, FloatElements.ARRAY, values);
    }

    /**
     * Values to send.
     *
     * @param values read by the operation, not copied before; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return values of {@link Datatype#LONG}
     */
    public static SendBuffer longs(long... values) {
        return ArrayBuffer.all(Datatype.LONG, LongElements.ARRAY, values);
    }

    /**
     * Values to send.
     *
     * @param values read by the operation, not copied before; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return values of {@link Datatype#DOUBLE}
     */
    public static SendBuffer doubles(double... values) {
        return ArrayBuffer.all(Datatype.DOUBLE, DoubleElements.ARRAY, values);
    }

    /**
     * All elements of an array.
     *
     * @param array the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#BYTE}
     */
    public static Buffer of(byte @Nullable [] array) {
        return ArrayBuffer.all(Datatype.BYTE, ByteElements.ARRAY, array);
    }

    /**
     * Some elements of an array.
     *
     * @param array the memory itself, not copied; may be {@code null} with count 0
     * @param offset index of the first element, 0 to {@code array.length - count}
     * @param count number of elements, 0 or more
     * @return a buffer of {@link Datatype#BYTE}
     */
    public static Buffer of(byte @Nullable [] array, int offset, int count) {
        return ArrayBuffer.region(Datatype.BYTE, ByteElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param array the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#BOOLEAN}
     */
    public static Buffer of(boolean @Nullable [] array) {
        return ArrayBuffer.all(Datatype.BOOLEAN, BooleanElements.ARRAY, array);
    }

    /**
     * Some elements of an array.
     *
     * @param array the memory itself, not copied; may be {@code null} with count 0
     * @param offset index of the first element, 0 to {@code array.length - count}
     * @param count number of elements, 0 or more
     * @return a buffer of {@link Datatype#BOOLEAN}
     */
    public static Buffer of(boolean @Nullable [] array, int offset, int count) {
        return ArrayBuffer.region(Datatype.BOOLEAN, BooleanElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param array the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#SHORT}
     */
    public static Buffer of(short @Nullable [] array) {
        return ArrayBuffer.all(Datatype.SHORT, ShortElements.ARRAY, array);
    }

    /**
     * Some elements of an array.
     *
     * @param array the memory itself, not copied; may be {@code null} with count 0
     * @param offset index of the first element, 0 to {@code array.length - count}
     * @param count number of elements, 0 or more
     * @return a buffer of {@link Datatype#SHORT}
     */
    public static Buffer of(short @Nullable [] array, int offset, int count) {
        return ArrayBuffer.region(Datatype.SHORT, ShortElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param array the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#CHAR}
     */
    public static Buffer of(char @Nullable [] array) {
        return ArrayBuffer.all(Datatype.CHAR, CharElements.ARRAY, array);
    }

    /**
     * Some elements of an array.
     *
     * @param array the memory itself, not copied; may be {@code null} with count 0
     * @param offset index of the first element, 0 to {@code array.length - count}
     * @param count number of elements, 0 or more
     * @return a buffer of {@link Datatype#CHAR}
     */
    public static Buffer of(char @Nullable [] array, int offset, int count) {
        return ArrayBuffer.region(Datatype.CHAR, CharElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param array the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#INT}
     */
    public static Buffer of(int @Nullable [] array) {
        return ArrayBuffer.all(Datatype.INT, IntElements.ARRAY, array);
    }

    /**
     * Some elements of an array.
     *
     * @param array the memory itself, not copied; may be {@code null} with count 0
     * @param offset index of the first element, 0 to {@code array.length - count}
     * @param count number of elements, 0 or more
     * @return a buffer of {@link Datatype#INT}
     */
    public static Buffer of(int @Nullable [] array, int offset, int count) {
        return ArrayBuffer.region(Datatype.INT, IntElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param array the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#FLOAT}
     */
    public static Buffer of(float @Nullable [] array) {
        return ArrayBuffer.all(Datatype.FLOAT, FloatElements.ARRAY, array);
    }

    /**
     * Some elements of an array.
     *
     * @param array the memory itself, not copied; may be {@code null} with count 0
     * @param offset index of the first element, 0 to {@code array.length - count}
     * @param count number of elements, 0 or more
     * @return a buffer of {@link Datatype#FLOAT}
     */
    public static Buffer of(float @Nullable [] array, int offset, int count) {
        return ArrayBuffer.region(Datatype.FLOAT, FloatElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param array the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#LONG}
     */
    public static Buffer of(long @Nullable [] array) {
        return ArrayBuffer.all(Datatype.LONG, LongElements.ARRAY, array);
    }

    /**
     * Some elements of an array.
     *
     * @param array the memory itself, not copied; may be {@code null} with count 0
     * @param offset index of the first element, 0 to {@code array.length - count}
     * @param count number of elements, 0 or more
     * @return a buffer of {@link Datatype#LONG}
     */
    public static Buffer of(long @Nullable [] array, int offset, int count) {
        return ArrayBuffer.region(Datatype.LONG, LongElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param array the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#DOUBLE}
     */
    public static Buffer of(double @Nullable [] array) {
        return ArrayBuffer.all(Datatype.DOUBLE, DoubleElements.ARRAY, array);
    }

    /**
     * Some elements of an array.
     *
     * @param array the memory itself, not copied; may be {@code null} with count 0
     * @param offset index of the first element, 0 to {@code array.length - count}
     * @param count number of elements, 0 or more
     * @return a buffer of {@link Datatype#DOUBLE}
     */
    public static Buffer of(double @Nullable [] array, int offset, int count) {
        return ArrayBuffer.region(Datatype.DOUBLE, DoubleElements.ARRAY, array, offset, count);
    }

    /**
     * The bytes of a {@code ByteBuffer} from its position to its limit, as they are at this call. The library never
     * changes position, limit or order. Bytes travel as they are: numbers that the other side sends or receives as
     * {@code ints}, {@code doubles} and the like are little-endian, and a new {@code ByteBuffer} is big-endian until it is told
     * {@code order(ByteOrder.LITTLE_ENDIAN)}. Where {@link Buffer#as(Datatype, long)} sees elements of several bytes, these
     * lie there in the order that the {@code ByteBuffer} has at this call.
     *
     * @param memory heap or direct; a read-only one can only be sent; {@code null} fails with
     *     {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#BYTE}
     */
    public static Buffer of(ByteBuffer memory) {
        return memory == null ? NullBuffer.wholeArray(Datatype.BYTE) : new ByteBufferRegion(memory);
    }

    /**
     * Elements of a {@code ShortBuffer}, from its position to its limit at the time of this call: direct or on the heap, in either byte order, which
     * the message doesn't see. Where it shows its array it is the same as {@link #of(short[], int, int)}; where its memory is direct and in
     * little-endian order, as that of the wire, JDK 22 and later send it without a copy.
     *
     * @param memory whose position and limit stay as they are, and may be changed later
     * @return a buffer of {@link Datatype#SHORT}
     */
    public static Buffer of(ShortBuffer memory) {
        return memory == null
                ? NullBuffer.wholeArray(Datatype.SHORT)
                : ArrayBuffer.of(Datatype.SHORT, ShortElements.ARRAY, ShortElements.NUMBERS, memory, memory.order());
    }

    /**
     * Elements of a {@code CharBuffer}, from its position to its limit at the time of this call: direct or on the heap, in either byte order, which
     * the message doesn't see. Where it shows its array it is the same as {@link #of(char[], int, int)}; where its memory is direct and in
     * little-endian order, as that of the wire, JDK 22 and later send it without a copy.
     *
     * @param memory whose position and limit stay as they are, and may be changed later
     * @return a buffer of {@link Datatype#CHAR}
     */
    public static Buffer of(CharBuffer memory) {
        return memory == null
                ? NullBuffer.wholeArray(Datatype.CHAR)
                : ArrayBuffer.of(Datatype.CHAR, CharElements.ARRAY, CharElements.NUMBERS, memory, memory.order());
    }

    /**
     * Elements of an {@code IntBuffer}, from its position to its limit at the time of this call: direct or on the heap, in either byte order, which
     * the message doesn't see. Where it shows its array it is the same as {@link #of(int[], int, int)}; where its memory is direct and in
     * little-endian order, as that of the wire, JDK 22 and later send it without a copy.
     *
     * @param memory whose position and limit stay as they are, and may be changed later
     * @return a buffer of {@link Datatype#INT}
     */
    public static Buffer of(IntBuffer memory) {
        return memory == null
                ? NullBuffer.wholeArray(Datatype.INT)
                : ArrayBuffer.of(Datatype.INT, IntElements.ARRAY, IntElements.NUMBERS, memory, memory.order());
    }

    /**
     * Elements of a {@code FloatBuffer}, from its position to its limit at the time of this call: direct or on the heap, in either byte order, which
     * the message doesn't see. Where it shows its array it is the same as {@link #of(float[], int, int)}; where its memory is direct and in
     * little-endian order, as that of the wire, JDK 22 and later send it without a copy.
     *
     * @param memory whose position and limit stay as they are, and may be changed later
     * @return a buffer of {@link Datatype#FLOAT}
     */
    public static Buffer of(FloatBuffer memory) {
        return memory == null
                ? NullBuffer.wholeArray(Datatype.FLOAT)
                : ArrayBuffer.of(Datatype.FLOAT, FloatElements.ARRAY, FloatElements.NUMBERS, memory, memory.order());
    }

    /**
     * Elements of a {@code LongBuffer}, from its position to its limit at the time of this call: direct or on the heap, in either byte order, which
     * the message doesn't see. Where it shows its array it is the same as {@link #of(long[], int, int)}; where its memory is direct and in
     * little-endian order, as that of the wire, JDK 22 and later send it without a copy.
     *
     * @param memory whose position and limit stay as they are, and may be changed later
     * @return a buffer of {@link Datatype#LONG}
     */
    public static Buffer of(LongBuffer memory) {
        return memory == null
                ? NullBuffer.wholeArray(Datatype.LONG)
                : ArrayBuffer.of(Datatype.LONG, LongElements.ARRAY, LongElements.NUMBERS, memory, memory.order());
    }

    /**
     * Elements of a {@code DoubleBuffer}, from its position to its limit at the time of this call: direct or on the heap, in either byte order, which
     * the message doesn't see. Where it shows its array it is the same as {@link #of(double[], int, int)}; where its memory is direct and in
     * little-endian order, as that of the wire, JDK 22 and later send it without a copy.
     *
     * @param memory whose position and limit stay as they are, and may be changed later
     * @return a buffer of {@link Datatype#DOUBLE}
     */
    public static Buffer of(DoubleBuffer memory) {
        return memory == null
                ? NullBuffer.wholeArray(Datatype.DOUBLE)
                : ArrayBuffer.of(Datatype.DOUBLE, DoubleElements.ARRAY, DoubleElements.NUMBERS, memory, memory.order());
    }
}
