package org.reactivempi;

/**
 * What is done about an error of a communicator or a session before the operation that has failed signals it: nothing ({@link #RETURN}, as
 * long as no other handler is set), the end of the job ({@link #ABORT}, {@link #FATAL}), or what a program wants.
 *
 * <pre>{@code
 *  ErrorHandler<AnyCommunicator> noted = (communicator, error) -> log.warn("{} has failed: {}", communicator, error.toString());
 *  world.errors().handler(noted);
 * }</pre>
 *
 * <p>A handler is called on a thread that may block, one that the library has for this; never on the progress thread. So it may wait for
 * operations, such as those that repair a communicator. The operation's {@code onError} follows when the handler has returned, on the progress
 * scheduler as ever. Handlers of several errors may run at the same time, up to ten for each
 * core. A handler that throws changes nothing about the error: what it
 * throws is {@linkplain Throwable#addSuppressed suppressed} by it, and logged.
 *
 * @param <S> what handlers are set for: {@link AnyCommunicator} or {@link SessionView}; {@link Object} where one is for both
 * @see Errors
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.3">MPI-4.1, 9.3</a>
 * @since 0.1
 */
@FunctionalInterface
public interface ErrorHandler<S> {

    /** Nothing is done: the error is signalled, and that is all ({@code MPI_ERRORS_RETURN}). Costs nothing. */
    ErrorHandler<Object> RETURN = PredefinedHandler.RETURN;

    /**
     * Ends the ranks of the communicator ({@code MPI_ERRORS_ABORT}), as {@link AnyCommunicator#abort} does, which ends those of the job as
     * well that are not in it; of a session, as {@link #FATAL}. The log says why; the exit code is the {@linkplain ErrorClass#number() number}
     * of the error's class.
     */
    ErrorHandler<Object> ABORT = PredefinedHandler.ABORT;

    /**
     * Ends all ranks of the job ({@code MPI_ERRORS_ARE_FATAL}), as {@link SessionView#abort} does. The log says why; the exit code is the
     * {@linkplain ErrorClass#number() number} of the error's class.
     */
    ErrorHandler<Object> FATAL = PredefinedHandler.FATAL;

    /**
     * Does something about an error. A handler may call {@link #ABORT} or {@link #FATAL} itself, when it has done its own part; they wait
     * until all ranks have been told, or for ever where this process ends.
     *
     * @param where the communicator or the session whose operation has failed
     * @param error what the subscriber of the operation is about to hear
     */
    void handle(S where, MpiException error);
}
