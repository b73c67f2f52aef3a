package org.reactivempi;

/**
 * Who else may hold a lock of a {@link Window} at the same target.
 *
 * @see Window#lock
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.5.3">MPI-4.1, 12.5.3</a>
 * @since 0.1
 */
public enum LockType {
    /** Nobody ({@code MPI_LOCK_EXCLUSIVE}). */
    EXCLUSIVE,
    /** Others whose lock is shared as well ({@code MPI_LOCK_SHARED}). */
    SHARED
}
