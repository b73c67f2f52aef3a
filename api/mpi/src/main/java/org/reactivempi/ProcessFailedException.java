package org.reactivempi;

import org.jspecify.annotations.Nullable;

/**
 * The process at the other end has failed, has gone, or cannot be reached.
 *
 * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 9.4</a>
 * @since 0.1
 */
public final class ProcessFailedException extends MpiException {

    private static final long serialVersionUID = 1L;

    private final int rank;

    /**
     * The loss of a rank.
     *
     * @param rank its rank in the world
     * @param message what happened
     * @param cause what led to it, where something did
     */
    public ProcessFailedException(int rank, String message, @Nullable Throwable cause) {
        super(ErrorClass.PROC_FAILED, message, cause);
        this.rank = rank;
    }

    /**
     * Who is lost.
     *
     * @return rank in the world
     */
    public int rank() {
        return rank;
    }
}
