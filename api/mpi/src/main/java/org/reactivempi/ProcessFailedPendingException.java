package org.reactivempi;

import java.util.List;

/**
 * A receive or a probe from any source was withdrawn, since a process of the communicator has failed, and the message might
 * have been that process's. No message is lost: the operation had matched none. It may be started again, for the messages
 * of the others, after {@link Failures#acknowledge}.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-5.0/mpi50-report.pdf">MPI-5.0, process fault mitigation</a>
 * @since 0.1
 */
public final class ProcessFailedPendingException extends MpiException {

    private static final long serialVersionUID = 1L;

    private final transient List<ProcessFailedException> failures;

    /**
     * The end of an operation that might wait in vain.
     *
     * @param message what happened
     * @param failures the failures that are not acknowledged, one at least
     */
    public ProcessFailedPendingException(String message, List<ProcessFailedException> failures) {
        super(ErrorClass.PROC_FAILED_PENDING, message, failures.get(0));
        this.failures = List.copyOf(failures);
    }

    /**
     * The rank that has failed.
     *
     * @return the failures that were not acknowledged, one at least
     */
    public List<ProcessFailedException> failures() {
        return failures;
    }
}
