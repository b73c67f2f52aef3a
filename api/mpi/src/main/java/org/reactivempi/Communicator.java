package org.reactivempi;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * A group of ranks that exchange messages, apart from all other communicators.
 *
 * <p>Operations are cold: nothing happens until somebody subscribes and requests, and each subscription starts a new
 * operation with the same arguments. Operations that one thread starts keep that thread's order. Signals arrive on the
 * {@link #scheduler() progress scheduler}, so a chain of operations never changes threads, and must not block there.
 * Wrong arguments are signalled through {@code onError} when subscribed, and leave the communicator usable.
 *
 * <p>Thread-safe: every method may be called from any thread ({@code MPI_THREAD_MULTIPLE}).
 *
 * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3 and 7</a>
 * @since 0.1
 */
public interface Communicator {

    /**
     * This process's number in the communicator.
     *
     * @return 0 to {@code size() - 1}
     */
    int rank();

    /**
     * How many ranks there are.
     *
     * @return 1 or more
     */
    int size();

    /**
     * The largest tag that a message may have ({@code MPI_TAG_UB}).
     *
     * @return at least 32767
     */
    int tagUpperBound();

    /**
     * What carries messages to a rank.
     *
     * @param rank 0 to {@code size() - 1}
     * @return the name of the channel, such as {@code tcp}, or {@code self} for this rank
     * @throws MpiException {@link ErrorClass#RANK} for any other rank
     */
    String channel(int rank);

    /**
     * Sends {@code data} to {@code destination} in standard mode.
     *
     * <pre>
     *  subscriber  --request(1)----------------status|
     *  operation        start ~~~~~~~ buffer free
     * </pre>
     *
     * <p>Cold: each subscription sends once. Short messages complete as soon as they are copied; messages above the
     * eager limit, or beyond the credit that the receiver gave, complete when their receive has taken them.
     * Cancelling withdraws the message if no receive has matched it; otherwise it is delivered, and {@code data} must
     * stay unchanged until then.
     *
     * @param data what to send; unchanged until the {@code Mono} terminates
     * @param destination rank in this communicator, 0 to {@code size() - 1}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link #tagUpperBound()}
     * @return the status as soon as {@code data} may be reused, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.7.2</a>
     */
    Mono<Status> isend(Buffer data, int destination, int tag);

    /**
     * Sends {@code data} to {@code destination} in synchronous mode: completes only after the matching receive has
     * started to receive it.
     *
     * <pre>
     *  subscriber  --request(1)-------------------------status|
     *  operation        start ~~~~~ receive matches ~~~~~
     * </pre>
     *
     * <p>Cold: each subscription sends once. Cancelling is as in {@link #isend}.
     *
     * @param data what to send; unchanged until the {@code Mono} terminates
     * @param destination rank in this communicator, 0 to {@code size() - 1}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link #tagUpperBound()}
     * @return the status when the receive has matched and {@code data} may be reused, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.4 and 3.7.2</a>
     */
    Mono<Status> issend(Buffer data, int destination, int tag);

    /**
     * Receives a message into {@code room}.
     *
     * <pre>
     *  subscriber  --request(1)---------------------status|
     *  operation       posted ~~~ matched ~~~ room filled
     * </pre>
     *
     * <p>Cold: each subscription receives one message. A shorter message leaves the rest of {@code room} untouched; a
     * longer one fails with {@link TruncationException}. Cancelling takes the receive out of the queue, unless a
     * message has matched it; such a message is still written into {@code room}.
     *
     * @param room where to put the message; not to be read or written until the {@code Mono} terminates
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link #tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @return actual source, tag and length, when {@code room} holds the message, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.7.2</a>
     */
    Mono<Status> irecv(Buffer room, int source, int tag);

    /**
     * Receives a message of any length into memory of its own.
     *
     * <p>Cold, ordered and cancelled as {@link #irecv}.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link #tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @return the message, which belongs to the subscriber, on the progress scheduler; fails with
     *     {@link ErrorClass#NO_MEM} when it is longer than a Java array can be
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.8.2 (what Mprobe and Mrecv do together)</a>
     */
    Mono<Message> receive(int source, int tag);

    /**
     * Waits until every rank of this communicator has called it.
     *
     * <p>Cold: each subscription takes part in one barrier, so each rank must subscribe equally often. Cancelling
     * leaves the barrier unfinished on the other ranks.
     *
     * @return completes, without a value, when all ranks have subscribed, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 6.3 and 6.12.1</a>
     */
    Mono<Void> barrier();

    /**
     * The same operations as blocking calls.
     *
     * @return a view of this communicator whose methods return when the operation is complete
     */
    BlockingCommunicator blocking();

    /**
     * Where signals arrive: the rank's progress thread, which Reactor knows as non-blocking.
     *
     * @return the scheduler of the session; disposing it has no effect
     */
    Scheduler scheduler();
}
