package org.reactivempi.spi;

import java.util.Optional;

/**
 * A window that has memory of ranks as {@code java.lang.foreign.MemorySegment}s, which Java has from 22 on. Programs call {@code MemorySegments.of}.
 *
 * @since 0.1
 */
public interface SegmentedMemory {

    /**
     * Memory of a rank that is longer than a {@code ByteBuffer}, where it is mapped in one piece.
     *
     * @param rank of the window, or the null process, as for {@link org.reactivempi.Window#segment(int)}
     * @return a {@code MemorySegment} of all of it; nothing where there is none, and for memory that one {@code
     *     ByteBuffer} shows
     * @throws org.reactivempi.MpiException {@link org.reactivempi.ErrorClass#RANK} if there is no such rank; {@link org.reactivempi.ErrorClass#WIN} if the
     *     window is freed
     */
    Optional<Object> memorySegment(int rank);
}
