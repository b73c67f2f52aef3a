package org.reactivempi;

import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * A handle to an operation that is under way: MPI's request.
 *
 * <pre>
 *          start                 operation ends             waited for or tested
 *  (none) -------&gt; active ------------------------&gt; complete -------------------&gt; inactive
 * </pre>
 *
 * <p>A request may stand in several waits and tests at once. Exactly one of them consumes the outcome, the one that
 * registered first; for the others the request is then inactive, and an inactive request gives the empty status at
 * once. Waits of many requests are in {@link Requests}.
 *
 * <p>Thread-safe, and never blocks.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.7.1">MPI-4.1, 3.7.1</a>
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.7.3">MPI-4.1, 3.7.3</a>
 * @since 0.1
 */
public interface Request {

    /**
     * Starts an operation at once, and keeps the handle.
     *
     * @param operation what to start, such as a send or a barrier; subscribed once, with unbounded demand, on the calling
     *     thread. One that gives anything else than a status, or nothing, has the empty status.
     * @return the request, active or already complete
     */
    static Request start(Mono<?> operation) {
        return Providers.shared(RequestProvider.class).start(operation);
    }

    /**
     * Waits for the operation ({@code MPI_Wait}).
     *
     * <pre>
     *  subscriber  --request(1)-----------status|
     *  operation   ~~~~~~~~~~~~~~~~~~~~ end
     * </pre>
     *
     * <p>Cold: each subscription waits once, from its first request on. Cancelling ends the wait and leaves the request
     * as it is. A platform thread that waits by {@link Mono#block()} moves the rank's messages meanwhile, as it does when it
     * blocks for the operation itself.
     *
     * @return the operation's status or error, on the progress thread of its rank, or on the requesting thread if it
     *     has ended before; the empty status if the request is inactive, also when another wait made it so
     */
    Mono<Status> completion();

    /**
     * Takes the status if the operation has ended ({@code MPI_Test}); the request is then inactive.
     *
     * @return the operation's status; the empty status if the request is inactive; nothing while it is active
     * @throws MpiException the operation's error, if it failed; another unchecked error is thrown as it is
     */
    Optional<Status> test();

    /**
     * Looks whether the operation has ended, and leaves the request as it is ({@code MPI_Request_get_status}).
     *
     * @return as {@link #test()}
     * @throws MpiException as {@link #test()}
     */
    Optional<Status> status();

    /**
     * Whether the operation has ended.
     *
     * @return true if the request is complete or inactive
     * @throws MpiException {@link ErrorClass#REQUEST} if the request was freed
     */
    boolean isComplete();

    /**
     * Tries to cancel the operation ({@code MPI_Cancel}). The request must still be waited for, and tells what came of it:
     * it completes with a status that {@link Status#isCancelled() is cancelled} if nothing was sent or received, and else as
     * if nobody had cancelled it. A send that a receive has matched is sent. A receive that a message has matched gives it back, for
     * the next receive; its memory may hold a part of that, and is the caller's again when this returns.
     *
     * <p>Local, returns at once; without effect if the operation has ended. An operation that was composed with operators
     * of Reactor gives no answer when it is cancelled: its request is complete as cancelled at once, also if a message
     * matched at the same moment.
     *
     * @throws MpiException {@link ErrorClass#REQUEST} if the request was freed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.8.4">MPI-4.1, 3.8.4</a>
     */
    void cancel();

    /**
     * Gives the handle up ({@code MPI_Request_free}). An operation that is active goes on to its end by itself; its memory
     * belongs to it until then, and nobody is told of that end. From now on every use of this request fails with the class
     * {@link ErrorClass#REQUEST}, and so do the waits that stand at it.
     *
     * <p>Local, returns at once.
     *
     * @throws MpiException {@link ErrorClass#REQUEST} if the request was freed before
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.7.3">MPI-4.1, 3.7.3</a>
     */
    void free();
}
