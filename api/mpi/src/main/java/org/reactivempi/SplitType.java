package org.reactivempi;

/**
 * What the ranks of a part have in common.
 *
 * @see Communicator#splitType
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.2">MPI-4.1, 7.4.2</a>
 * @since 0.1
 */
public enum SplitType {
    /** A host, on which ranks can share memory ({@code MPI_COMM_TYPE_SHARED}). */
    SHARED
}
