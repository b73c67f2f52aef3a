package org.reactivempi;

/**
 * The two ranks at a distance along a dimension of a grid, one on either side: what a {@link PointToPoint#isendrecv} along it takes.
 *
 * @param source whom this rank receives from, or {@link Mpi#PROC_NULL} where the grid ends
 * @param destination whom it sends to, or {@link Mpi#PROC_NULL}
 * @see CartesianCommunicator#shift
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.6">MPI-4.1, 8.5.6</a>
 * @since 0.1
 */
public record Shift(int source, int destination) {}
