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
 * A typed region of the program's memory, to send from or to receive into. It refers to the memory and never copies it by itself. For values
 * that are to be sent, and for nothing else, see {@link SendBuffer}.
 *
 * <p>Making a buffer never fails: a region outside its array is found when an operation is subscribed, and arrives through {@code onError}. A
 * {@code null} array is right with count 0.
 *
 * <p>Any thread may use a buffer, and several operations may send from one at a time. Bytes that are read must not be written
 * meanwhile, and parts that are written at the same time must have no element in common.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.2.2">MPI-4.1, 3.2.2</a>
 * @since 0.1
 */
public sealed interface Buffer extends SendBuffer permits Payload {

    /**
     * All elements of an array.
     *
     * @param array the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#BYTE}
     */
    static Buffer of(byte @Nullable [] array) {
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
    static Buffer of(byte @Nullable [] array, int offset, int count) {
        return ArrayBuffer.region(Datatype.BYTE, ByteElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param array the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#BOOLEAN}
     */
    static Buffer of(boolean @Nullable [] array) {
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
    static Buffer of(boolean @Nullable [] array, int offset, int count) {
        return ArrayBuffer.region(Datatype.BOOLEAN, BooleanElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param array the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#SHORT}
     */
    static Buffer of(short @Nullable [] array) {
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
    static Buffer of(short @Nullable [] array, int offset, int count) {
        return ArrayBuffer.region(Datatype.SHORT, ShortElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param array the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#CHAR}
     */
    static Buffer of(char @Nullable [] array) {
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
    static Buffer of(char @Nullable [] array, int offset, int count) {
        return ArrayBuffer.region(Datatype.CHAR, CharElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param array the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#INT}
     */
    static Buffer of(int @Nullable [] array) {
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
    static Buffer of(int @Nullable [] array, int offset, int count) {
        return ArrayBuffer.region(Datatype.INT, IntElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param array the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#FLOAT}
     */
    static Buffer of(float @Nullable [] array) {
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
    static Buffer of(float @Nullable [] array, int offset, int count) {
        return ArrayBuffer.region(Datatype.FLOAT, FloatElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param array the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#LONG}
     */
    static Buffer of(long @Nullable [] array) {
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
    static Buffer of(long @Nullable [] array, int offset, int count) {
        return ArrayBuffer.region(Datatype.LONG, LongElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param array the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#DOUBLE}
     */
    static Buffer of(double @Nullable [] array) {
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
    static Buffer of(double @Nullable [] array, int offset, int count) {
        return ArrayBuffer.region(Datatype.DOUBLE, DoubleElements.ARRAY, array, offset, count);
    }

    /**
     * The bytes of a {@code ByteBuffer} from its position to its limit, as they are at this call. The library never
     * changes position, limit or order. Bytes travel as they are: numbers that the other side sends or receives as
     * {@code ints}, {@code doubles} and the like are little-endian, and a new {@code ByteBuffer} is big-endian until it is told
     * {@code order(ByteOrder.LITTLE_ENDIAN)}. Where {@link #as(Datatype, long)} sees elements of several bytes, these
     * lie there in the order that the {@code ByteBuffer} has at this call.
     *
     * @param memory heap or direct; a read-only one can only be sent; {@code null} fails with
     *     {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#BYTE}
     */
    static Buffer of(ByteBuffer memory) {
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
    static Buffer of(ShortBuffer memory) {
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
    static Buffer of(CharBuffer memory) {
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
    static Buffer of(IntBuffer memory) {
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
    static Buffer of(FloatBuffer memory) {
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
    static Buffer of(LongBuffer memory) {
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
    static Buffer of(DoubleBuffer memory) {
        return memory == null
                ? NullBuffer.wholeArray(Datatype.DOUBLE)
                : ArrayBuffer.of(Datatype.DOUBLE, DoubleElements.ARRAY, DoubleElements.NUMBERS, memory, memory.order());
    }

    /**
     * No elements at all.
     *
     * @return a buffer of {@link Datatype#BYTE} with count 0
     */
    static Buffer empty() {
        return NullBuffer.region(Datatype.BYTE, 0);
    }

    /**
     * In place of a collective operation's buffer: what is sent stands where the result goes, or the other way round
     * ({@code MPI_IN_PLACE}). Each operation says where that is allowed.
     *
     * @return always the same; anywhere else an operation fails with {@link ErrorClass#BUFFER}
     */
    static Buffer inPlace() {
        return NullBuffer.IN_PLACE;
    }

    /**
     * The same memory, seen as elements of another type, of which the first has its displacement 0 at the region's begin.
     *
     * <p>An array holds elements of its own basic type, so that a type for it is made of that one alone, with displacements that are
     * multiples of its size; a {@code byte[]} also holds {@link Datatype#PACKED}. A {@code ByteBuffer} holds all types. Whether the
     * elements are inside the region is checked when an operation is subscribed.
     *
     * @param type of each element
     * @param count how many, 0 or more
     * @return a buffer of that type; it refers to the same memory
     * @throws MpiException {@link ErrorClass#TYPE} if the array can't hold elements of the type
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.5.1.11">MPI-4.1, 5.1.11</a>
     */
    default Buffer as(Datatype type, long count) {
        return as(0, type, count);
    }

    /**
     * The same, with displacement 0 of the first element inside the region, for types with negative displacements.
     *
     * @param originBytes where displacement 0 of the first element is, in bytes from the region's begin
     * @param type of each element
     * @param count how many, 0 or more
     * @return a buffer of that type; it refers to the same memory
     * @throws MpiException {@link ErrorClass#TYPE} if the array can't hold elements of the type
     */
    Buffer as(long originBytes, Datatype type, long count);
}
