package org.reactivempi;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.layout.Region;

/**
 * What the library does with buffers: each of them is a payload. Programs need nothing of it.
 *
 * <p>Each copy and each look at {@link #directMemory() direct memory} names its place in the payload, and the payload keeps none. So several
 * operations may send from one buffer at a time, and ranks of one JVM copy out of each other's. One thread at a time is the rule only
 * for what {@link #sequential} gives, where that is not the payload itself, and for writing what is no {@linkplain #isMemory() memory}.
 * Methods other than {@link #check} may only be called on a region that is right.
 *
 * @since 0.1
 */
public abstract non-sealed class Payload implements Buffer {

    Payload() {}

    /**
     * What the library sees of a buffer.
     *
     * @param buffer a program's
     * @return the same object
     */
    public static Payload of(SendBuffer buffer) {
        return (Payload) buffer;
    }

    @Override
    public abstract Payload as(long originBytes, Datatype type, long count);

    /**
     * This buffer for one operation: what the operation has to keep between two copies, such as the part of a record whose rest is still
     * to come, is kept by what this returns.
     *
     * @return a buffer of the same payload, for one thread at a time, whose memory is not {@linkplain #hasLongBlocks() read by
     *     others}; this one where nothing has to be kept, as in all memory but records
     */
    public Payload sequential() {
        return this;
    }

    /**
     * A part of it, in bytes, for an operation of its own.
     *
     * @param from first byte
     * @param lengthBytes how long it is, up to the end at most
     * @return a buffer of bytes, for a payload that {@linkplain #isMemory() is memory}
     */
    public final Payload part(long from, long lengthBytes) {
        return new PartBuffer(this, from, lengthBytes);
    }

    /**
     * Whether its bytes stay as they are written, so that several messages may fill parts of it at the same time, which may end
     * anywhere. Where they don't, as those of records, the payload is to be written as a whole.
     *
     * @return false for records
     */
    public boolean isMemory() {
        return true;
    }

    /**
     * Whether an operation has to {@link #retain} it.
     *
     * @return true for the memory of another library
     */
    public boolean isCounted() {
        return false;
    }

    /**
     * An operation begins to use the memory; without effect where the garbage collector sees to it.
     *
     * @throws MpiException {@link ErrorClass#BUFFER} if the memory can't be used any more
     */
    public void retain() {}

    /**
     * An operation that has retained it has ended.
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
     * consist of long blocks, or one of them is without gaps, as it travels, in bytes: for messages inside one JVM.
     *
     * @param position first byte of the part in this payload
     * @param room takes it; has no memory in common with this buffer's part
     * @param roomPosition first byte of the part in that payload
     * @param lengthBytes how long the part is, 1 byte or more, up to the end of either payload at most
     * @return false if nothing was copied, and the other {@code copyTo} and {@link #copyFrom} have to do it
     */
    public final boolean copyTo(long position, Payload room, long roomPosition, long lengthBytes) {
        Region own = region();
        Region other = own == null ? null : room.region();
        return own != null
                && other != null
                && own.copyTo(position + inRegion(), other, roomPosition + room.inRegion(), lengthBytes);
    }

    /**
     * Whether its payload lies in blocks that are so long on average that others had better read them where they are: in one JVM the
     * receivers' threads copy it then, several of them at the same time.
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

    /** Where its payload begins in that of its {@link #region}. */
    long inRegion() {
        return 0;
    }

    /**
     * Says whether what has been copied from messages could become elements, when a message is here.
     *
     * @throws MpiException {@link ErrorClass#CONVERSION} if it could not, such as where a record's constructor has thrown
     */
    public void received() {}

    /**
     * The memory of the payload itself, where the system can read and write it without a copy: that of a direct
     * {@code ByteBuffer}.
     *
     * @return a view of its own, from position 0 to the limit; {@code null} where the payload has to be copied
     */
    public @Nullable ByteBuffer directMemory() {
        return null;
    }

    /**
     * A part of the memory of the payload itself, where the system can read that without a copy, and its blocks are so long that this is
     * worth it: the other way for what is not in one piece.
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
    public boolean overlaps(Payload other) {
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
