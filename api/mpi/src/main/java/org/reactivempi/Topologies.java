package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * Makes communicators whose ranks have neighbors, of the first ranks of one, in the same order.
 *
 * <p>Each method is cold and collective over the communicator that it is a view of, as {@link Communicator#dup}, and fails as that does.
 *
 * @see Communicator#topologies
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.8.5">MPI-4.1, 8.5</a>
 * @since 0.1
 */
public interface Topologies {

    /**
     * A grid ({@code MPI_Cart_create}).
     *
     * @param grid the same on all ranks
     * @return the new communicator, on the progress scheduler; no value on a rank beyond the grid; fails with {@link ErrorClass#DIMS} if
     *     the grid has more places than the communicator has ranks
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.1">MPI-4.1, 8.5.1</a>
     */
    Mono<CartesianCommunicator> cartesian(Cartesian grid);

    /**
     * A graph that all ranks know ({@code MPI_Graph_create}).
     *
     * @param graph the same on all ranks
     * @return the new communicator, on the progress scheduler; no value on a rank beyond the graph; fails with {@link ErrorClass#TOPOLOGY}
     *     if the graph has more ranks than the communicator
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.3">MPI-4.1, 8.5.3</a>
     */
    Mono<GraphCommunicator> graph(Graph graph);

    /**
     * A graph of all ranks, of which each gives its own edges ({@code MPI_Dist_graph_create_adjacent}).
     *
     * @param own this rank's neighbors; each edge is given at both of its ends, and edges between two ranks are in the same order there
     * @return the new communicator, on the progress scheduler; fails with {@link ErrorClass#RANK} if a neighbor is no rank, and this rank has
     *     not taken part then
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.4">MPI-4.1, 8.5.4</a>
     */
    Mono<GraphCommunicator> adjacent(Neighborhood own);

    /**
     * A graph of all ranks, of which each gives some edges ({@code MPI_Dist_graph_create}).
     *
     * @param some edges, whosever they are; each edge is given by one rank
     * @return the new communicator, whose {@code neighborhood()} has the edges that begin or end here, on the progress scheduler; fails with
     *     {@link ErrorClass#RANK} if an end is no rank, and this rank has not taken part then
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.4">MPI-4.1, 8.5.4</a>
     */
    Mono<GraphCommunicator> distributed(Edges some);
}
