package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * A message that was taken out of matching and waits to be received, once, by the holder of this handle ({@code MPI_Message}).
 *
 * <p>Thread-safe. A message that is never received keeps its memory until the session closes.
 *
 * @see Communicator#mprobe
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.8.2">MPI-4.1, 3.8.2</a>
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.8.3">MPI-4.1, 3.8.3</a>
 * @since 0.1
 */
public interface MatchedMessage {

    /**
     * Who sent the message, with which tag, and its length.
     *
     * @return as a probe gives it
     */
    Status status();

    /**
     * Receives the message ({@code MPI_Imrecv}).
     *
     * <p>Cold; the first subscription that requests receives the message, all others fail with {@link ErrorClass#REQUEST}.
     * Cancelling gives the message back to this handle, as {@link Communicator#irecv} gives it to the queue: the next subscription
     * that requests receives it.
     *
     * @param room where to put the message; not to be read or written until the {@code Mono} terminates
     * @return actual source, tag and length, when {@code room} holds the message, on the progress scheduler; fails with
     *     {@link TruncationException} if it is too long
     */
    Mono<Status> receive(Buffer room);

    /**
     * Receives the message into memory of its own; else as {@link #receive(Buffer)}.
     *
     * @return the message, which belongs to the subscriber, on the progress scheduler
     */
    Mono<Message> receive();
}
