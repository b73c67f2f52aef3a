package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * What is done about the errors of a communicator or of a session.
 *
 * <pre>
 *  operation   ~~~~~~ failed
 *  handler            handle ~~~~~ returned
 *  subscriber                      onError
 * </pre>
 *
 * <p>The handler that is set when an operation fails hears of it, once, before its subscriber does, whatever kind of operation it is: also of
 * arguments that are wrong, which is found out at the subscription. An operation that is made of others counts as one. A call that throws, in
 * place of returning an operation, has told its caller already, and tells no handler; neither does an error that is no {@link MpiException},
 * such as that of a publisher whose values are sent. What fails because the session has ended, with the class {@link ErrorClass#SESSION}, is
 * told to no handler: nothing can be done about it here.
 *
 * <p>A communicator that is made of another one, by whatever call, begins with that one's handler; one of two groups with the handler of the
 * communicator on which it was called. What is done later to either of them is nothing to the other. The session's handler hears of what belongs
 * to no communicator.
 *
 * <p>Local: other ranks may have other handlers. Thread-safe.
 *
 * @param <S> what has them
 * @see AnyCommunicator#errors
 * @see SessionView#errors
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.3">MPI-4.1, 9.3</a>
 * @since 0.1
 */
public interface Errors<S> {

    /**
     * The handler that is set ({@code MPI_Comm_get_errhandler}, {@code MPI_Session_get_errhandler}).
     *
     * @return {@link ErrorHandler#RETURN} where none has been set, or inherited
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.9.3.1">MPI-4.1, 9.3.1</a>
     */
    ErrorHandler<? super S> handler();

    /**
     * Sets a handler ({@code MPI_Comm_set_errhandler}, {@code MPI_Session_set_errhandler}), which hears of all errors from now on, also of
     * operations that run already. A library that wants another one for a while sets the old one again afterwards.
     *
     * @param handler what is called; {@link ErrorHandler#RETURN} for none
     * @throws MpiException {@link ErrorClass#ARG} if the handler is null; {@link ErrorClass#COMM} if the communicator is freed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.9.3.1">MPI-4.1, 9.3.1</a>
     */
    void handler(ErrorHandler<? super S> handler);

    /**
     * Has the handler hear of an error of the program's own, or of a layer above MPI ({@code MPI_Comm_call_errhandler}, {@code
     * MPI_Session_call_errhandler}).
     *
     * <p>Cold; the handler is called for each subscription. Cancelling does not stop it.
     *
     * @param error what it is told
     * @return completes, without a value, when the handler has returned, whatever it has thrown, on the progress scheduler; at once where the
     *     handler is {@link ErrorHandler#RETURN}; fails with {@link ErrorClass#ARG} if the error is null, and with {@link ErrorClass#COMM}
     *     if the communicator is freed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.5">MPI-4.1, 9.5</a>
     */
    Mono<Void> call(MpiException error);
}
