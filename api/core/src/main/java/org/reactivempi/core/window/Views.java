package org.reactivempi.core.window;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.ErrorClass;
import org.reactivempi.ForeignBuffer;
import org.reactivempi.MpiException;
import org.reactivempi.Window;
import org.reactivempi.spi.ForeignMemory;

/**
 * Memory of the library that one rank has in a window. A {@code ByteBuffer} shows less than 2 GiB: longer memory is several parts of one
 * length, which follow each other, and the last of which may be shorter. Operations go over their borders, a program looks at one at a time.
 */
final class Views implements ForeignMemory {

    /**
     * How memory is divided: the same on all ranks of a host.
     *
     * @param most the longest memory that is in one piece, in bytes
     * @param part how long the parts of longer memory are, in bytes: a multiple of a page
     */
    record Lengths(int most, int part) {

        static final Lengths USUAL = new Lengths(Window.MOST_SEGMENT_BYTES, Window.SEGMENT_PART_BYTES);

        boolean isOnePiece(long bytes) {
            return bytes <= most;
        }
    }

    /** What gives a part. */
    interface Taking<E extends Exception> {

        /** The memory from a byte on, which may be longer. */
        ByteBuffer take(long at, int lengthBytes) throws E;
    }

    private static final VarHandle EIGHT = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer[] parts;
    /** The same, each for a look that is over before the next one; by the progress thread. */
    private final ByteBuffer[] glances;

    private final int partBytes;
    private final long sizeBytes;
    /** All parts as one {@code MemorySegment}; null where there is none. */
    private final @Nullable Object segment;

    private Views(ByteBuffer[] parts, int partBytes, long sizeBytes, @Nullable Object segment) {
        this.parts = parts;
        this.glances = Arrays.stream(parts).map(ByteBuffer::duplicate).toArray(ByteBuffer[]::new);
        this.partBytes = partBytes;
        this.sizeBytes = sizeBytes;
        this.segment = segment;
    }

    /** The same, with all parts as one {@code java.lang.foreign.MemorySegment}, if there is one. */
    Views with(@Nullable Object whole) {
        return new Views(parts, partBytes, sizeBytes, whole);
    }

    @Nullable
    Object segment() {
        return segment;
    }

    /** All of some memory. */
    static Views of(ByteBuffer memory) {
        ByteBuffer part = memory.slice().order(ByteOrder.LITTLE_ENDIAN);
        return new Views(new ByteBuffer[] {part}, Integer.MAX_VALUE, part.capacity(), null);
    }

    /** Takes memory, in as many parts as it needs. */
    static <E extends Exception> Views take(long sizeBytes, Lengths lengths, Taking<E> from) throws E {
        if (lengths.isOnePiece(sizeBytes)) {
            int size = (int) sizeBytes;
            return of(from.take(0, size).slice(0, size));
        }
        int each = lengths.part();
        ByteBuffer[] parts = new ByteBuffer[Math.toIntExact((sizeBytes + each - 1) / each)];
        for (int i = 0; i < parts.length; i++) {
            long at = (long) i * each;
            int length = (int) Math.min(each, sizeBytes - at);
            parts[i] = from.take(at, length).slice(0, length).order(ByteOrder.LITTLE_ENDIAN);
        }
        return new Views(parts, each, sizeBytes, null);
    }

    /** What a program sends, receives and changes. */
    Buffer buffer() {
        return parts.length == 1 ? Buffers.of(parts[0]) : ForeignBuffer.of(this);
    }

    /** All of it; throws where it is longer than a {@code ByteBuffer}. */
    ByteBuffer whole() {
        if (parts.length > 1) {
            throw new MpiException(
                    ErrorClass.SIZE,
                    "the memory has " + sizeBytes
                            + " bytes, more than one ByteBuffer shows: segment(rank, offset, length)"
                            + " gives a part of it");
        }
        return parts[0].duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Some bytes of it; throws where they are not inside, or in several parts. */
    ByteBuffer slice(long offset, long lengthBytes) {
        if (lengthBytes > sizeBytes || offset > sizeBytes - lengthBytes) {
            throw new MpiException(
                    ErrorClass.RMA_RANGE,
                    lengthBytes + " bytes from byte " + offset + " on: the memory has " + sizeBytes + " bytes");
        }
        if (lengthBytes == 0) {
            return parts[0].slice(0, 0).order(ByteOrder.LITTLE_ENDIAN);
        }
        int into = (int) (offset % partBytes);
        if (lengthBytes > partBytes - into) {
            throw new MpiException(
                    ErrorClass.RMA_RANGE,
                    lengthBytes + " bytes from byte " + offset + " on go over byte " + (offset - into + partBytes)
                            + ": memory of " + sizeBytes + " bytes is shown in parts of " + partBytes + " bytes");
        }
        return parts[(int) (offset / partBytes)].slice(into, (int) lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Some bytes of one part, by a view that the next call takes. */
    ByteBuffer glance(long at, int most) {
        int into = (int) (at % partBytes);
        ByteBuffer part = glances[(int) (at / partBytes)];
        return part.limit((int) Math.min(part.capacity(), (long) into + most)).position(into);
    }

    /** Whether all of it is in one part. */
    boolean isOne() {
        return parts.length == 1;
    }

    /** Writes the remaining bytes of {@code source}, eight at each place, from one on at equal distances; to memory in one part. */
    void writeEights(long at, long stride, ByteBuffer source) {
        ByteBuffer part = parts[0];
        int index = (int) at;
        for (int next = source.position(); next < source.limit(); next += Long.BYTES, index += (int) stride) {
            EIGHT.set(part, index, (long) EIGHT.get(source, next));
        }
        source.position(source.limit());
    }

    /** Fills {@code target} the same way. */
    void readEights(long at, long stride, ByteBuffer target) {
        ByteBuffer part = parts[0];
        int index = (int) at;
        for (int next = target.position(); next < target.limit(); next += Long.BYTES, index += (int) stride) {
            EIGHT.set(target, next, (long) EIGHT.get(part, index));
        }
        target.position(target.limit());
    }

    @Override
    public long lengthBytes() {
        return sizeBytes;
    }

    @Override
    public List<ByteBuffer> pieces() {
        return Arrays.stream(parts)
                .map(part -> part.duplicate().order(ByteOrder.LITTLE_ENDIAN))
                .toList();
    }

    @Override
    public @Nullable String refusal(boolean forReceive) {
        return null;
    }

    @Override
    public String toString() {
        return "memory of a window[" + sizeBytes + " bytes]";
    }
}
