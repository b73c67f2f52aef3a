package org.reactivempi;

import java.util.List;

/**
 * Some of the requests that were waited for together have failed; {@link #completions()} says which and why.
 *
 * @see Requests#waitAll
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.7.5">MPI-4.1, 3.7.5</a>
 * @since 0.1
 */
public final class InStatusException extends MpiException {

    private static final long serialVersionUID = 1L;

    private final transient List<Completion> completions;

    /**
     * For implementations of this contract.
     *
     * @param completions what became of each request; copied
     * @param failed the one that the message tells of
     */
    public InStatusException(List<Completion> completions, Completion failed) {
        super(
                ErrorClass.IN_STATUS,
                "request " + failed.index() + " of " + completions.size() + " failed: " + messageOf(failed),
                failed.error());
        this.completions = List.copyOf(completions);
    }

    /**
     * What became of each request.
     *
     * @return one entry for each request, in list order: without error where it succeeded or was inactive, with the
     *     operation's error, or with an {@link MpiException} of class {@link ErrorClass#PENDING} where it is still
     *     active and may be waited for again
     */
    public List<Completion> completions() {
        return completions;
    }

    private static String messageOf(Completion failed) {
        Throwable error = failed.error();
        return error == null || error.getMessage() == null ? String.valueOf(error) : error.getMessage();
    }
}
