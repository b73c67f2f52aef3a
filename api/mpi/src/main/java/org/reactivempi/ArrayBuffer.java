package org.reactivempi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * A region of a Java array. Cuts each copy into a ragged start, whole elements and a ragged end, because a packet may
 * begin and end inside an element; the subclasses know their element type.
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
        this.shift = Integer.numberOfTrailingZeros(datatype.sizeBytes());
    }

    /** The element at an index of the array, as the low bytes of the result. */
    abstract long bits(int index);

    /** Replaces the element at an index of the array by the low bytes of {@code bits}. */
    abstract void setBits(int index, long bits);

    /** Puts whole elements, from an index of the array on, into a little-endian target. */
    abstract void put(int index, int elements, ByteBuffer target);

    /** Gets whole elements, for an index of the array on, out of a little-endian source. */
    abstract void get(int index, int elements, ByteBuffer source);

    @Override
    public final Datatype datatype() {
        return datatype;
    }

    @Override
    public final long count() {
        return count;
    }

    @Override
    public final void check(boolean forReceive) {
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

    private int indexOf(long position) {
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
}
