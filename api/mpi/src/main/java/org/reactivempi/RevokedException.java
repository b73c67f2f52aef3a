package org.reactivempi;

import org.jspecify.annotations.Nullable;

/**
 * The operation's communicator is revoked, by this rank or another.
 *
 * @see Failures#revoke
 * @see <a href="https://www.mpi-forum.org/docs/mpi-5.0/mpi50-report.pdf">MPI-5.0, process fault mitigation</a>
 * @since 0.1
 */
public final class RevokedException extends MpiException {

    private static final long serialVersionUID = 1L;

    /**
     * For the implementation.
     *
     * @param message what is revoked
     * @param cause what led to it, where something did
     */
    public RevokedException(String message, @Nullable Throwable cause) {
        super(ErrorClass.REVOKED, message, cause);
    }
}
