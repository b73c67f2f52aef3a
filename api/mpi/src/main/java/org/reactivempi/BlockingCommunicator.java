package org.reactivempi;

/**
 * A communicator's operations as blocking calls, for code that is not reactive.
 *
 * <p>Thread-safe. Must not be called on a progress thread: fails there with {@code IllegalStateException} instead of
 * deadlocking. Errors are thrown. A thread that is interrupted while it waits cancels its operation, and throws when that is
 * cancelled; an operation that has ended first returns what it got, as ever. The interrupt flag is set in both cases.
 *
 * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.2 and 3.4</a>
 * @since 0.1
 */
public interface BlockingCommunicator {

    /**
     * Sends in standard mode and returns when {@code data} may be reused; see {@link Communicator#isend}.
     *
     * @param data what to send
     * @param destination rank in this communicator, or {@link Mpi#PROC_NULL}
     * @param tag 0 to the tag upper bound
     * @return the send's status
     */
    Status send(Buffer data, int destination, int tag);

    /**
     * Sends in synchronous mode and returns when the receive has started; see {@link Communicator#issend}.
     *
     * @param data what to send
     * @param destination rank in this communicator, or {@link Mpi#PROC_NULL}
     * @param tag 0 to the tag upper bound
     * @return the send's status
     */
    Status ssend(Buffer data, int destination, int tag);

    /**
     * Sends in buffered mode and returns when {@code data} is copied; see {@link Communicator#ibsend}.
     *
     * @param data what to send
     * @param destination rank in this communicator, or {@link Mpi#PROC_NULL}
     * @param tag 0 to the tag upper bound
     * @return the send's status
     */
    Status bsend(Buffer data, int destination, int tag);

    /**
     * Sends in ready mode and returns when the receive has matched; see {@link Communicator#irsend}.
     *
     * @param data what to send
     * @param destination rank in this communicator, or {@link Mpi#PROC_NULL}
     * @param tag 0 to the tag upper bound
     * @return the send's status
     * @throws NotReadyException if no matching receive was posted
     */
    Status rsend(Buffer data, int destination, int tag);

    /**
     * Receives a message into {@code room}; see {@link Communicator#irecv}.
     *
     * @param room where to put the message
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to the tag upper bound, or {@link Mpi#ANY_TAG}
     * @return actual source, tag and length
     */
    Status recv(Buffer room, int source, int tag);

    /**
     * Receives a message of any length; see {@link Communicator#receive}.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to the tag upper bound, or {@link Mpi#ANY_TAG}
     * @return the message
     */
    Message receive(int source, int tag);

    /**
     * Returns when there is a message, and leaves it where it is; see {@link Communicator#probe}.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to the tag upper bound, or {@link Mpi#ANY_TAG}
     * @return actual source, tag and length
     */
    Status probe(int source, int tag);

    /**
     * Returns when there is a message, and takes it out of matching; see {@link Communicator#mprobe}.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to the tag upper bound, or {@link Mpi#ANY_TAG}
     * @return the message, for {@link #mrecv}
     */
    MatchedMessage mprobe(int source, int tag);

    /**
     * Receives a message that was matched before; see {@link MatchedMessage#receive(Buffer)}.
     *
     * @param room where to put the message
     * @param message what {@link #mprobe} or {@link Communicator#improbe} gave
     * @return actual source, tag and length
     */
    Status mrecv(Buffer room, MatchedMessage message);

    /**
     * Sends one message and receives another; see {@link Communicator#isendrecv}.
     *
     * @param data what to send
     * @param destination rank in this communicator, or {@link Mpi#PROC_NULL}
     * @param sendTag 0 to the tag upper bound
     * @param room where to put the message that comes; must not overlap {@code data}
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param receiveTag 0 to the tag upper bound, or {@link Mpi#ANY_TAG}
     * @return the receive's status
     */
    Status sendrecv(Buffer data, int destination, int sendTag, Buffer room, int source, int receiveTag);

    /**
     * Sends what is in {@code buffer}, and receives into the same memory; see {@link Communicator#isendrecvReplace}.
     *
     * @param buffer what to send, then what has come
     * @param destination rank in this communicator, or {@link Mpi#PROC_NULL}
     * @param sendTag 0 to the tag upper bound
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param receiveTag 0 to the tag upper bound, or {@link Mpi#ANY_TAG}
     * @return the receive's status
     */
    Status sendrecvReplace(Buffer buffer, int destination, int sendTag, int source, int receiveTag);

    /** Returns when every rank of the communicator has called it; see {@link Communicator#barrier}. */
    void barrier();
}
