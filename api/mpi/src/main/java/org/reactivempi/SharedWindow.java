package org.reactivempi;

import java.nio.ByteBuffer;

/**
 * A window whose memory all of its ranks have in common: each of them loads and stores in the memory of any other, besides what windows have.
 *
 * <pre>{@code
 * SharedWindow table = host.windows().allocateShared(1 << 20).block();
 * ByteBuffer theirs = table.segmentOf(2);      // rank 2's part, in place
 * double first = theirs.getDouble(0);
 * }</pre>
 *
 * @see Windows#allocateShared
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.2.3">MPI-4.1, 12.2.3</a>
 * @since 0.1
 */
public interface SharedWindow extends Window {

    /**
     * The memory of a rank, in place ({@code MPI_Win_shared_query}). Always there, unlike {@link #segment(int)}.
     *
     * @param rank of the window; {@link Mpi#PROC_NULL} for the lowest one whose memory is not empty
     * @return all of it in little-endian order; empty if the rank has none, or if none has any
     * @throws MpiException as {@link #segment(int)}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.2.3">MPI-4.1, 12.2.3</a>
     */
    ByteBuffer segmentOf(int rank);
}
