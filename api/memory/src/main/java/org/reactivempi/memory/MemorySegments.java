package org.reactivempi.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.ForeignBuffer;
import org.reactivempi.Window;
import org.reactivempi.spi.ForeignMemory;
import org.reactivempi.spi.SegmentedMemory;

/**
 * Buffers in {@code MemorySegment}s: memory outside of the heap, mapped files, and arrays. Offsets and lengths are {@code long}, so
 * that one message may be longer than 2 GiB.
 *
 * <pre>{@code
 * try (Arena arena = Arena.ofShared()) {
 *     MemorySegment cells = arena.allocate(ValueLayout.JAVA_DOUBLE, 1L << 30);
 *     world.isend(MemorySegments.buffer(cells).as(Datatype.DOUBLE, 1L << 30), 1, TAG).block();
 * }
 * }</pre>
 *
 * <p>Any thread of the library reads and writes the memory, so that a segment of a confined arena fails with
 * {@link org.reactivempi.ErrorClass#BUFFER} on subscription, as does one whose arena is closed. The arena stays open until the
 * operation has ended; one that is closed before fails the operation, and with it the rank, since a message is cut then.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.2.2">MPI-4.1, 3.2.2</a>
 * @since 0.1
 */
public final class MemorySegments {

    /** Shorter than the longest {@code ByteBuffer}, and a multiple of all elements. */
    private static final long PIECE_BYTES = 1L << 30;

    /** Stands for all threads that are not the owner of an arena; never started. */
    private static final Thread STRANGER = new Thread(() -> {});

    private MemorySegments() {}

    /**
     * All bytes of a segment. Where {@link Buffer#as} sees elements of several bytes, these lie there in the machine's order, as they
     * do for the layouts of {@code ValueLayout}.
     *
     * @param segment the memory itself, not copied: not on the heap, or of a {@code byte[]}; a read-only one can only be sent. Of
     *     another array, it is the array's part, and must begin and end at whole elements
     * @return a buffer of {@link org.reactivempi.Datatype#BYTE}, or of the array's elements
     */
    public static Buffer buffer(MemorySegment segment) {
        return buffer(segment, ByteOrder.nativeOrder());
    }

    /**
     * All bytes of a segment, with elements of several bytes in another order than the machine's.
     *
     * @param segment as for {@link #buffer(MemorySegment)}
     * @param order how elements of several bytes lie in it; without effect for one of an array that is no {@code byte[]}
     * @return a buffer of {@link org.reactivempi.Datatype#BYTE}, or of the array's elements
     */
    public static Buffer buffer(MemorySegment segment, ByteOrder order) {
        Objects.requireNonNull(order, "order");
        Object array = segment.heapBase().orElse(null);
        Buffer region = array == null ? null : ofArray(array, segment);
        return region == null ? ForeignBuffer.of(new Segment(segment, order)) : region;
    }

    /**
     * Memory of a rank in a window, as this process reaches it ({@code MPI_Win_shared_query}).
     *
     * @param window any
     * @param rank of the window, or {@link org.reactivempi.Mpi#PROC_NULL}, as for {@link Window#segment(int)}
     * @return all of it, without a copy; it has gone when the window is freed, and a touch is an {@link IllegalStateException} then, or sees
     *     memory that nobody else does. Nothing where {@link Window#segment(int)} gives nothing
     * @throws org.reactivempi.MpiException as {@link Window#segment(int)}, but for memory of any length of ranks that have it in common over {@code
     *     shm}; other memory that is longer than {@link Window#MOST_SEGMENT_BYTES} is in parts, which {@code MemorySegment.ofBuffer} shows one by one
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.2.3">MPI-4.1, 12.2.3</a>
     */
    public static Optional<MemorySegment> of(Window window, int rank) {
        Optional<MemorySegment> whole = window instanceof SegmentedMemory memory
                ? memory.memorySegment(rank).map(found -> (MemorySegment) found)
                : Optional.empty();
        return whole.isPresent() ? whole : window.segment(rank).map(memory -> MemorySegment.ofBuffer(memory));
    }

    /** A part of an array; null for bytes, and for what is not a part of whole elements. */
    private static @Nullable Buffer ofArray(Object array, MemorySegment segment) {
        return switch (array) {
            case short[] values
            when isWhole(segment, Short.BYTES) ->
                Buffers.of(values, first(segment, Short.BYTES), count(segment, Short.BYTES));
            case char[] values
            when isWhole(segment, Character.BYTES) ->
                Buffers.of(values, first(segment, Character.BYTES), count(segment, Character.BYTES));
            case int[] values
            when isWhole(segment, Integer.BYTES) ->
                Buffers.of(values, first(segment, Integer.BYTES), count(segment, Integer.BYTES));
            case float[] values
            when isWhole(segment, Float.BYTES) ->
                Buffers.of(values, first(segment, Float.BYTES), count(segment, Float.BYTES));
            case long[] values
            when isWhole(segment, Long.BYTES) ->
                Buffers.of(values, first(segment, Long.BYTES), count(segment, Long.BYTES));
            case double[] values
            when isWhole(segment, Double.BYTES) ->
                Buffers.of(values, first(segment, Double.BYTES), count(segment, Double.BYTES));
            default -> null;
        };
    }

    private static boolean isWhole(MemorySegment segment, int width) {
        return segment.address() % width == 0 && segment.byteSize() % width == 0;
    }

    private static int first(MemorySegment segment, int width) {
        return Math.toIntExact(segment.address() / width);
    }

    private static int count(MemorySegment segment, int width) {
        return Math.toIntExact(segment.byteSize() / width);
    }

    /** What {@code ByteBuffer}s can show. */
    private record Segment(MemorySegment memory, ByteOrder order) implements ForeignMemory {

        @Override
        public long lengthBytes() {
            return memory.byteSize();
        }

        @Override
        public List<ByteBuffer> pieces() {
            List<ByteBuffer> pieces = new ArrayList<>();
            for (long at = 0; at < memory.byteSize(); at += PIECE_BYTES) {
                long length = Math.min(PIECE_BYTES, memory.byteSize() - at);
                pieces.add(memory.asSlice(at, length).asByteBuffer().order(order));
            }
            return pieces;
        }

        @Override
        public @Nullable String refusal(boolean forReceive) {
            if (!memory.scope().isAlive()) {
                return "a MemorySegment whose arena is closed";
            }
            if (!memory.isAccessibleBy(STRANGER)) {
                return "a MemorySegment of a confined arena, which only its own thread may use;"
                        + " operations need Arena.ofShared(), ofAuto() or global()";
            }
            if (forReceive && memory.isReadOnly()) {
                return "cannot receive into a read-only MemorySegment";
            }
            return isBytes() ? null : noBytes();
        }

        private boolean isBytes() {
            try {
                memory.asSlice(0, 0).asByteBuffer();
                return true;
            } catch (UnsupportedOperationException arrayOfOthers) {
                return false;
            }
        }

        private String noBytes() {
            return memory.heapBase()
                    .map(array -> "a MemorySegment of a " + array.getClass().getSimpleName() + ", bytes "
                            + memory.address() + " to " + (memory.address() + memory.byteSize() - 1)
                            + ", that does not begin and end at whole elements")
                    .orElse("a read-only MemorySegment of an array that is no byte[]");
        }

        @Override
        public String toString() {
            return "MemorySegment[" + memory.byteSize() + " bytes]";
        }
    }
}
