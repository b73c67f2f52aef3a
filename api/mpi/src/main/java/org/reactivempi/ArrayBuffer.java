package org.reactivempi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.layout.BasicElements;
import org.reactivempi.layout.Region;

/**
 * A region of a Java array, or all of a {@code java.nio} buffer of numbers that shows no array. Cuts each copy into a ragged start, whole
 * elements and a ragged end, because a packet may begin and end inside an element; {@link BasicElements} knows what they are.
 *
 * <pre>
 *  elements    |  0  |  1  |  2  |  3  |
 *  one copy       ====================
 *               start|   whole   |end
 * </pre>
 */
final class ArrayBuffer extends Payload {

    private final Datatype datatype;
    private final BasicElements elements;
    private final Object memory;
    private final int offset;
    private final int count;
    private final int shift;

    private ArrayBuffer(Datatype datatype, BasicElements elements, Object memory, int offset, int count) {
        this.datatype = datatype;
        this.elements = elements;
        this.memory = memory;
        this.offset = offset;
        this.count = count;
        this.shift = Long.numberOfTrailingZeros(datatype.sizeBytes());
    }

    /** All elements of an array. */
    static Payload all(Datatype datatype, BasicElements elements, @Nullable Object array) {
        return array == null
                ? NullBuffer.wholeArray(datatype)
                : new ArrayBuffer(datatype, elements, array, 0, elements.count(array));
    }

    /** Some elements of an array, which may be outside of it. */
    static Payload region(Datatype datatype, BasicElements elements, @Nullable Object array, int offset, int count) {
        return array == null
                ? NullBuffer.region(datatype, count)
                : new ArrayBuffer(datatype, elements, array, offset, count);
    }

    /**
     * Elements of a buffer of numbers, from its position to its limit: its array, where it shows one, or its bytes, where these are known.
     *
     * @param ofArray what its array is made of
     * @param ofNumbers what the buffer itself is made of
     */
    static Payload of(
            Datatype datatype,
            BasicElements ofArray,
            BasicElements ofNumbers,
            java.nio.Buffer numbers,
            ByteOrder order) {
        int count = numbers.remaining();
        if (numbers.hasArray()) {
            return region(datatype, ofArray, numbers.array(), numbers.arrayOffset() + numbers.position(), count);
        }
        ByteBuffer direct = DirectAddress.bytesOf(numbers, order);
        return direct == null
                ? new ArrayBuffer(datatype, ofNumbers, numbers.slice(), 0, count)
                : new ByteBufferRegion(direct).as(0, datatype, count);
    }

    /** What the memory is made of. */
    BasicElements elements() {
        return elements;
    }

    /** The array, or the buffer of numbers. */
    Object memory() {
        return memory;
    }

    @Override
    Region region() {
        return new Region(elements.memory(memory, offset, count), datatype.plan(), count, 0, ByteOrder.LITTLE_ENDIAN);
    }

    /** Whether both have an element in common. */
    boolean meets(ArrayBuffer other) {
        return memory == other.memory
                && Math.max(offset, other.offset) < Math.min(offset + count, other.offset + other.count);
    }

    @Override
    void footprint(Footprint found) {
        found.add(memory, base(), (long) (offset + count) << shift);
    }

    @Override
    void footprint(Footprint found, Region region) {
        found.add(memory, base(), region);
    }

    private long base() {
        return (long) offset << shift;
    }

    @Override
    public Datatype datatype() {
        return datatype;
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public long lengthBytes() {
        return (long) count << shift;
    }

    @Override
    public void check(boolean forReceive) {
        if (forReceive && memory instanceof java.nio.Buffer numbers && numbers.isReadOnly()) {
            throw new MpiException(ErrorClass.BUFFER, "cannot receive into a read-only buffer");
        }
        if (count < 0) {
            throw new MpiException(ErrorClass.COUNT, "count " + count + " is negative");
        }
        int length = elements.count(memory);
        if (offset < 0 || offset > length - count) {
            throw new MpiException(
                    ErrorClass.BUFFER,
                    "region of offset " + offset + " and count " + count + " is outside an array of length " + length);
        }
    }

    @Override
    public Payload as(long originBytes, Datatype type, long many) {
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
        return new DerivedBuffer(this, () -> elements.memory(memory, offset, count), originBytes, type, many);
    }

    @Override
    public void copyTo(long position, ByteBuffer target) {
        Objects.checkFromIndexSize(position, target.remaining(), lengthBytes());
        target.order(ByteOrder.LITTLE_ENDIAN);
        int index = indexOf(position);
        int skipped = bytesInto(position);
        if (skipped > 0) {
            putPart(index++, skipped, target);
        }
        int whole = target.remaining() >>> shift;
        elements.put(memory, index, whole, target);
        if (target.hasRemaining()) {
            putPart(index + whole, 0, target);
        }
    }

    @Override
    public void copyFrom(long position, ByteBuffer source) {
        Objects.checkFromIndexSize(position, source.remaining(), lengthBytes());
        source.order(ByteOrder.LITTLE_ENDIAN);
        int index = indexOf(position);
        int skipped = bytesInto(position);
        if (skipped > 0) {
            getPart(index++, skipped, source);
        }
        int whole = source.remaining() >>> shift;
        elements.get(memory, index, whole, source);
        if (source.hasRemaining()) {
            getPart(index + whole, 0, source);
        }
    }

    /** The element in which a byte of the payload is. */
    int indexOf(long position) {
        return offset + (int) (position >>> shift);
    }

    private int bytesInto(long position) {
        return (int) position & ((1 << shift) - 1);
    }

    private int partEnd(int firstByte, ByteBuffer other) {
        return Math.min(1 << shift, firstByte + other.remaining());
    }

    private void putPart(int index, int firstByte, ByteBuffer target) {
        long bits = elements.bits(memory, index);
        int end = partEnd(firstByte, target);
        for (int i = firstByte; i < end; i++) {
            target.put((byte) (bits >>> (i * Byte.SIZE)));
        }
    }

    private void getPart(int index, int firstByte, ByteBuffer source) {
        long bits = elements.bits(memory, index);
        int end = partEnd(firstByte, source);
        for (int i = firstByte; i < end; i++) {
            int bit = i * Byte.SIZE;
            bits = bits & ~(0xFFL << bit) | (source.get() & 0xFFL) << bit;
        }
        elements.setBits(memory, index, bits);
    }

    @Override
    public boolean overlaps(Payload other) {
        return other instanceof ArrayBuffer array ? meets(array) : super.overlaps(other);
    }
}
