package org.reactivempi;

/**
 * An ordered set of the job's processes.
 *
 * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 7.3</a>
 * @since 0.1
 */
public final class Group {

    private Group() {}
}
