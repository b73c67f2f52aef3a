package org.reactivempi;

import java.util.Optional;

/**
 * A communicator whose ranks are those of a graph; what {@link #dup} makes of it is one as well.
 *
 * @see Communicator#graph
 * @see Communicator#distributedGraph
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.8.5">MPI-4.1, 8.5</a>
 * @since 0.1
 */
public interface GraphCommunicator extends Communicator, NeighborCollectives {

    /**
     * The graph ({@code MPI_Graph_get}), where all ranks know it.
     *
     * @return of exactly {@code size()} ranks; nothing where it is distributed, and each rank knows its own {@link #neighborhood} alone
     */
    Optional<Graph> graph();
}
