package org.reactivempi;

/**
 * Whether the ranks of a communicator with a topology may stand in another order than those of the communicator that it is made of. A
 * program that uses its new rank and neighbors alone computes the same in any order.
 *
 * @see Communicator#cartesian(Cartesian, Reorder)
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.8.5">MPI-4.1, 8.5</a>
 * @since 0.1
 */
public enum Reorder {
    /** All keep their order: {@code reorder = false}. */
    NONE,

    /**
     * Neighbors get places on one host as far as that is possible, so that less goes over the network ({@code reorder = true}). The grid or
     * graph stays as it is given, and other processes play its ranks.
     *
     * <p>In a grid each host gets a block of places with the least surface where all hosts have equally many ranks and such blocks fill the
     * grid, else a run of places that lie close together. In a graph, the ranks of a host are chosen one after the other, each as the one that
     * the weightiest edges join with those before. Nothing changes where all ranks share a host, where the order that is there is as good,
     * or where a distributed graph has more than 100 000 edges.
     *
     * <p>Which ranks share a host, the setting {@code rank-hosts} says, or the launcher, or else the ranks tell each other; the order is
     * the same each time for equal hosts and edges.
     */
    BY_HOST
}
