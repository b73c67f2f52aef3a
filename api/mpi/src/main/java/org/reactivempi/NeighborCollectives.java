package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * What the ranks of a communicator with a topology do with their neighbors: MPI's neighborhood collectives. Each rank gives each of its
 * destinations a block, and gets one of each of its sources. Blocks of {@link Mpi#PROC_NULL}, at the side of a grid, are not touched.
 *
 * <p>They start, end and fail as {@link Collectives} do, and are numbered with them: all ranks subscribe them in the same order. A rank
 * waits for its neighbors alone. None can be {@linkplain Buffer#inPlace in place}.
 *
 * <p>Where a rank is a neighbor several times over, its blocks come in the order in which it gives them. In a grid, what goes up along a
 * dimension comes from below, also where both neighbors are one rank.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.8.6">MPI-4.1, 8.6</a>
 * @since 0.1
 */
public interface NeighborCollectives {

    /**
     * This rank's neighbors.
     *
     * @return whom it receives from, and whom it sends to
     */
    Neighborhood neighborhood();

    /**
     * Gives all destinations one block ({@code MPI_Neighbor_allgather}).
     *
     * @param send this rank's block
     * @param receive room for the blocks of all sources in their order, all of one length
     * @return cold; completes when all blocks are here, and {@code send} may be used again
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.6.1">MPI-4.1, 8.6.1</a>
     */
    Mono<Void> neighborAllgather(SendBuffer send, Buffer receive);

    /**
     * Gives all destinations one block ({@code MPI_Neighbor_allgatherv}).
     *
     * @param send this rank's block
     * @param receive room for the block of each source
     * @return cold; completes when all blocks are here, and {@code send} may be used again
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.6.1">MPI-4.1, 8.6.1</a>
     */
    Mono<Void> neighborAllgatherv(SendBuffer send, Blocks receive);

    /**
     * Gives each destination a block of its own, all of one length ({@code MPI_Neighbor_alltoall}).
     *
     * @param send the blocks for all destinations in their order
     * @param receive room for the blocks of all sources in their order, all of one length
     * @return cold; completes when all blocks are here, and {@code send} may be used again
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.6.2">MPI-4.1, 8.6.2</a>
     */
    Mono<Void> neighborAlltoall(SendBuffer send, Buffer receive);

    /**
     * Gives each destination a block of its own, of whatever length, type and place ({@code MPI_Neighbor_alltoallv}, {@code
     * MPI_Neighbor_alltoallw}).
     *
     * @param send a block for each destination
     * @param receive room for the block of each source
     * @return cold; completes when all blocks are here, and {@code send} may be used again
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.6.2">MPI-4.1, 8.6.2</a>
     */
    Mono<Void> neighborAlltoallv(Blocks send, Blocks receive);
}
