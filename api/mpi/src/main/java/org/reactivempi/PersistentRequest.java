package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * A request whose operation is bound to its arguments once and started again and again.
 *
 * <pre>
 *  create ---&gt; inactive --start--&gt; active --operation ends--&gt; complete --waited for or tested--&gt; inactive
 *                 |                   |                           |
 *                 +-------------------+------ free ---------------+--&gt; freed
 * </pre>
 *
 * <p>Completing makes it inactive, and not freed. Freed while active, its operation goes on to its end. All waits and
 * tests of {@link Request} and {@link Requests} apply; before the first start it gives them the empty status. A cycle of
 * start, end and test makes no objects here but what is returned.
 *
 * <p>Thread-safe, and never blocks.
 *
 * @see Communicator#sendInit
 * @see Requests#startAll
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.9">MPI-4.1, 3.9</a>
 * @since 0.1
 */
public interface PersistentRequest extends Request {

    /**
     * Binds an operation, so that it can be started again and again ({@code MPI_Send_init} and all others of their kind).
     *
     * <pre>{@code
     * PersistentRequest ready = PersistentRequest.of(world.barrier()); // MPI_Barrier_init
     * }</pre>
     *
     * <p>Nothing happens before {@link #start}. Each start is as a subscription of the operation, with unbounded demand. Its
     * status is that of the request; where the operation gives anything else, or nothing, the status is the empty one.
     *
     * @param operation a cold {@code Mono} of this library, as its methods return it
     * @return an inactive request
     * @throws IllegalArgumentException if the {@code Mono} isn't one of this library, such as one that is composed with
     *     operators of Reactor
     */
    static PersistentRequest of(Mono<?> operation) {
        return Providers.shared(RequestProvider.class).persistent(operation);
    }

    /**
     * Starts the operation ({@code MPI_Start}), which may end before this returns.
     *
     * @throws MpiException {@link ErrorClass#REQUEST} if it is active, or complete and not yet waited for, or freed; the
     *     running operation is not harmed. All other errors are the operation's own, and end it.
     */
    void start();
}
