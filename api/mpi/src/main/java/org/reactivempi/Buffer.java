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
import org.reactivempi.layout.Region;
import org.reactivempi.layout.ShortElements;

/**
 * A typed region of memory to send from or to receive into. It refers to the memory and never copies it by itself.
 *
 * <p>Making a buffer never fails: a region outside its array is reported by {@link #check}, which the implementation
 * calls when an operation is subscribed, so that it arrives through {@code onError}. All other methods may only be
 * called on a region that is right. A {@code null} array is right with count 0.
 *
 * <p>The bytes of a buffer are its payload: elements in little-endian order, booleans as one byte each, 0 or 1.
 *
 * <p>Any thread may use a buffer, and several may do so at the same time: each copy and each look at {@link #directMemory direct memory}
 * names its place in the payload, and the buffer keeps none. So several operations may send from one buffer at a time, and ranks of
 * one JVM copy out of each other's. Bytes that are read must not be written meanwhile, and parts that are written at the same time
 * must have no element in common. One thread at a time is the rule only for what {@link #sequential} gives, where that is not the buffer
 * itself, and for writing what is no {@linkplain #isMemory() memory}.
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
        return ArrayBuffer.all(Datatype.BYTE, ByteElements.ARRAY, values);
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
        return ArrayBuffer.region(Datatype.BYTE, ByteElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param values the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#BOOLEAN}
     */
    public static Buffer booleans(boolean... values) {
        return ArrayBuffer.all(Datatype.BOOLEAN, BooleanElements.ARRAY, values);
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
        return ArrayBuffer.region(Datatype.BOOLEAN, BooleanElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param values the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#SHORT}
     */
    public static Buffer shorts(short... values) {
        return ArrayBuffer.all(Datatype.SHORT, ShortElements.ARRAY, values);
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
        return ArrayBuffer.region(Datatype.SHORT, ShortElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param values the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#CHAR}
     */
    public static Buffer chars(char... values) {
        return ArrayBuffer.all(Datatype.CHAR, CharElements.ARRAY, values);
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
        return ArrayBuffer.region(Datatype.CHAR, CharElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param values the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#INT}
     */
    public static Buffer ints(int... values) {
        return ArrayBuffer.all(Datatype.INT, IntElements.ARRAY, values);
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
        return ArrayBuffer.region(Datatype.INT, IntElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param values the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#FLOAT}
     */
    public static Buffer floats(float... values) {
        return ArrayBuffer.all(Datatype.FLOAT, FloatElements.ARRAY, values);
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
        return ArrayBuffer.region(Datatype.FLOAT, FloatElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param values the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#LONG}
     */
    public static Buffer longs(long... values) {
        return ArrayBuffer.all(Datatype.LONG, LongElements.ARRAY, values);
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
        return ArrayBuffer.region(Datatype.LONG, LongElements.ARRAY, array, offset, count);
    }

    /**
     * All elements of an array.
     *
     * @param values the memory itself, not copied; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return a buffer of {@link Datatype#DOUBLE}
     */
    public static Buffer doubles(double... values) {
        return ArrayBuffer.all(Datatype.DOUBLE, DoubleElements.ARRAY, values);
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
        return ArrayBuffer.region(Datatype.DOUBLE, DoubleElements.ARRAY, array, offset, count);
    }

    /**
     * The bytes of a {@code ByteBuffer} from its position to its limit, as they are at this call. The library never
     * changes position, limit or order. Bytes travel as they are: numbers that the other side sends or receives as
     * {@code ints}, {@code doubles} and the like are little-endian, and a new {@code ByteBuffer} is big-endian until it is told
     * {@code order(ByteOrder.LITTLE_ENDIAN)}. Where {@link #as} sees elements of several bytes, these
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
     * the message doesn't see. Where it shows its array it is the same as {@link #shorts(short[], int, int)}; where its memory is direct and in
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
     * the message doesn't see. Where it shows its array it is the same as {@link #chars(char[], int, int)}; where its memory is direct and in
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
     * the message doesn't see. Where it shows its array it is the same as {@link #ints(int[], int, int)}; where its memory is direct and in
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
     * the message doesn't see. Where it shows its array it is the same as {@link #floats(float[], int, int)}; where its memory is direct and in
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
     * the message doesn't see. Where it shows its array it is the same as {@link #longs(long[], int, int)}; where its memory is direct and in
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
     * the message doesn't see. Where it shows its array it is the same as {@link #doubles(double[], int, int)}; where its memory is direct and in
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

    /**
     * No elements at all.
     *
     * @return a buffer of {@link Datatype#BYTE} with count 0
     */
    public static Buffer empty() {
        return NullBuffer.region(Datatype.BYTE, 0);
    }

    /**
     * In place of a collective operation's buffer: what is sent stands where the result goes, or the other way round
     * ({@code MPI_IN_PLACE}). Each operation says where that is allowed.
     *
     * @return always the same; anywhere else {@link #check} fails with {@link ErrorClass#BUFFER}
     */
    public static Buffer inPlace() {
        return NullBuffer.IN_PLACE;
    }

    /**
     * The same memory, seen as elements of another type, of which the first has its displacement 0 at the region's begin.
     *
     * <p>An array holds elements of its own basic type, so that a type for it is made of that one alone, with displacements that are
     * multiples of its size; a {@code byte[]} also holds {@link Datatype#PACKED}. A {@code ByteBuffer} holds all types. Whether the
     * elements are inside the region is checked by {@link #check}.
     *
     * @param type of each element
     * @param count how many, 0 or more
     * @return a buffer of that type; it refers to the same memory
     * @throws MpiException {@link ErrorClass#TYPE} if the array can't hold elements of the type
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.5.1.11">MPI-4.1, 5.1.11</a>
     */
    public final Buffer as(Datatype type, long count) {
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
    public abstract Buffer as(long originBytes, Datatype type, long count);

    /**
     * This buffer for one operation: what the operation has to keep between two copies, such as the part of a record whose rest is still
     * to come, is kept by what this returns. Used by the library.
     *
     * @return a buffer of the same payload, for one thread at a time, whose memory is not {@linkplain #hasLongBlocks() read by
     *     others}; this one where nothing has to be kept, as in all memory but records
     */
    public Buffer sequential() {
        return this;
    }

    /**
     * Whether its bytes stay as they are written, so that several messages may fill parts of it at the same time, which may end
     * anywhere. Where they don't, as those of records, the payload is to be written as a whole. Used by the library.
     *
     * @return false for records
     */
    public boolean isMemory() {
        return true;
    }

    /**
     * Whether an operation has to {@link #retain} it. Used by the library.
     *
     * @return true for the memory of another library
     */
    public boolean isCounted() {
        return false;
    }

    /**
     * An operation begins to use the memory; without effect where the garbage collector sees to it. Used by the library.
     *
     * @throws MpiException {@link ErrorClass#BUFFER} if the memory can't be used any more
     */
    public void retain() {}

    /**
     * An operation that has retained it has ended. Used by the library.
     *
     * @return what was done to the memory while the operation had it, so that what the operation has read or written is not to be
     *     trusted: {@link ErrorClass#BUFFER}; null where all is well
     */
    public @Nullable MpiException release() {
        return null;
    }

    /** Whether the memory is where it was when it was first used; false only where a program has changed that meanwhile. */
    boolean isHere() {
        return true;
    }

    /** Takes a payload's part for memory that isn't there any more, or gives one: zeros, and not what has come there since. */
    static void skip(boolean out, ByteBuffer payload) {
        while (out && payload.hasRemaining()) {
            payload.put((byte) 0);
        }
        payload.position(payload.limit());
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
     * @throws MpiException {@link ErrorClass#COUNT} if the count is negative, or the payload longer than a {@code long} holds;
     *     {@link ErrorClass#BUFFER} if the memory is {@code null}, or read-only and is to be written, or if the region is outside its
     *     array, or its elements outside the region; {@link ErrorClass#TYPE} if elements that are to be written overlap
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
     * Copies a part of this payload to a part of another one's, from memory to memory, in one copy: where the layouts of both
     * consist of long blocks, or one of them is without gaps, as it travels, in bytes. Used by the library, for messages inside one JVM.
     *
     * @param position first byte of the part in this payload
     * @param room takes it; has no memory in common with this buffer's part
     * @param roomPosition first byte of the part in that payload
     * @param lengthBytes how long the part is, 1 byte or more, up to the end of either payload at most
     * @return false if nothing was copied, and the other {@code copyTo} and {@link #copyFrom} have to do it
     */
    public final boolean copyTo(long position, Buffer room, long roomPosition, long lengthBytes) {
        Region own = region();
        Region other = own == null ? null : room.region();
        return own != null && other != null && own.copyTo(position, other, roomPosition, lengthBytes);
    }

    /**
     * Whether its payload lies in blocks that are so long on average that others had better read them where they are. Used by the
     * library, for messages inside one JVM: then the receivers' threads copy it, several of them at the same time.
     *
     * @return false also where the elements don't lie in one memory, and where something is kept between copies
     */
    public final boolean hasLongBlocks() {
        Region own = region();
        return own != null && own.isWalkable();
    }

    /** Where its elements lie; null where they don't lie in one memory. */
    @Nullable
    Region region() {
        return null;
    }

    /**
     * Says whether what has been copied from messages could become elements. Used by the library, when a message is here.
     *
     * @throws MpiException {@link ErrorClass#CONVERSION} if it could not, such as where a record's constructor has thrown
     */
    public void received() {}

    /**
     * The memory of the payload itself, where the system can read and write it without a copy: that of a direct
     * {@code ByteBuffer}. Used by the library; a program has its memory already.
     *
     * @return a view of its own, from position 0 to the limit; {@code null} where the payload has to be copied
     */
    public @Nullable ByteBuffer directMemory() {
        return null;
    }

    /**
     * A part of the memory of the payload itself, where the system can read that without a copy, and its blocks are so long that this is
     * worth it: the other way for what is not in one piece. Used by the library.
     *
     * @param position first byte of the part in the payload, 0 to {@code lengthBytes() - 1}
     * @param most how long the part may be, 1 byte or more
     * @return a view of its own, of 1 byte or more, which ends where the payload goes on elsewhere, if not before; {@code null} for each
     *     position where the payload has to be copied
     */
    public @Nullable ByteBuffer directMemory(long position, int most) {
        ByteBuffer memory = directMemory();
        return memory == null
                ? null
                : memory.slice((int) position, (int) Math.min(most, memory.remaining() - position));
    }

    /**
     * Whether this buffer and another one are known to have memory in common, byte by byte: collective operations take no send and
     * receive buffers that do. Of {@code ByteBuffer}s, memory outside of the heap has addresses that are known from JDK 22 on,
     * and read-only memory of the heap has none; such are never found to overlap. Of records, those of one list do.
     *
     * @param other another buffer
     * @return true if a byte, or a record, belongs to both
     * @throws MpiException as {@link #check} where that has not been called, or has failed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.6.1">MPI-4.1, 6.1</a>
     */
    public final boolean overlaps(Buffer other) {
        if (this instanceof ArrayBuffer one && other instanceof ArrayBuffer two) {
            return one.meets(two);
        }
        if (lengthBytes() == 0 || other.lengthBytes() == 0) {
            return false;
        }
        Footprint both = new Footprint();
        footprint(both);
        if (both.isEmpty()) {
            return false;
        }
        both.second();
        other.footprint(both);
        return both.overlap();
    }

    /** Adds where its bytes are; nothing where that is not known. */
    void footprint(Footprint found) {}

    /** Adds where some of its bytes are. */
    void footprint(Footprint found, Region region) {}

    @Override
    public String toString() {
        return "Buffer[" + count() + " x " + datatype() + "]";
    }
}
