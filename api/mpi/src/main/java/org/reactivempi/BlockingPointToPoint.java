package org.reactivempi;

import java.util.Objects;
import reactor.core.publisher.Mono;

/**
 * The operations of MPI's chapter 3 as blocking calls with MPI's own names, for code that is not reactive: each is {@link
 * Mono#block()} on the operation of that name. All other operations of the library block by {@code block()} as well.
 *
 * <p>Thread-safe. Must not be called on a progress thread: throws {@code IllegalStateException} there instead of
 * deadlocking. The errors of an operation are thrown. A thread that is interrupted while it waits cancels its operation, and throws when that is
 * cancelled; an operation that has ended first returns what it got, as ever. The interrupt flag is set in both cases.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.2">MPI-4.1, 3.2</a>
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.4">MPI-4.1, 3.4</a>
 * @since 0.1
 */
public final class BlockingPointToPoint {

    private final PointToPoint operations;

    BlockingPointToPoint(PointToPoint operations) {
        this.operations = operations;
    }

    /**
     * Sends in standard mode and returns when {@code data} may be reused; see {@link PointToPoint#isend}.
     *
     * @param data what to send
     * @param destination rank in this communicator, or {@link Mpi#PROC_NULL}
     * @param tag 0 to the tag upper bound
     * @return the send's status
     */
    public Status send(SendBuffer data, int destination, int tag) {
        return value(operations.isend(data, destination, tag));
    }

    /**
     * Sends in synchronous mode and returns when the receive has started; see {@link PointToPoint#issend}.
     *
     * @param data what to send
     * @param destination rank in this communicator, or {@link Mpi#PROC_NULL}
     * @param tag 0 to the tag upper bound
     * @return the send's status
     */
    public Status ssend(SendBuffer data, int destination, int tag) {
        return value(operations.issend(data, destination, tag));
    }

    /**
     * Sends in buffered mode and returns when {@code data} is copied; see {@link PointToPoint#ibsend}.
     *
     * @param data what to send
     * @param destination rank in this communicator, or {@link Mpi#PROC_NULL}
     * @param tag 0 to the tag upper bound
     * @return the send's status
     */
    public Status bsend(SendBuffer data, int destination, int tag) {
        return value(operations.ibsend(data, destination, tag));
    }

    /**
     * Sends in ready mode and returns when the receive has matched; see {@link PointToPoint#irsend}.
     *
     * @param data what to send
     * @param destination rank in this communicator, or {@link Mpi#PROC_NULL}
     * @param tag 0 to the tag upper bound
     * @return the send's status
     * @throws NotReadyException if no matching receive was posted
     */
    public Status rsend(SendBuffer data, int destination, int tag) {
        return value(operations.irsend(data, destination, tag));
    }

    /**
     * Receives a message into {@code room}; see {@link PointToPoint#irecv}.
     *
     * @param room where to put the message
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to the tag upper bound, or {@link Mpi#ANY_TAG}
     * @return actual source, tag and length
     */
    public Status recv(Buffer room, int source, int tag) {
        return value(operations.irecv(room, source, tag));
    }

    /**
     * Receives a message of any length; see {@link PointToPoint#receive}.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to the tag upper bound, or {@link Mpi#ANY_TAG}
     * @return the message
     */
    public Message receive(int source, int tag) {
        return value(operations.receive(source, tag));
    }

    /**
     * Returns when there is a message, and leaves it where it is; see {@link PointToPoint#probe}.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to the tag upper bound, or {@link Mpi#ANY_TAG}
     * @return actual source, tag and length
     */
    public Status probe(int source, int tag) {
        return value(operations.probe(source, tag));
    }

    /**
     * Returns when there is a message, and takes it out of matching; see {@link PointToPoint#mprobe}.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to the tag upper bound, or {@link Mpi#ANY_TAG}
     * @return the message, for {@link #mrecv}
     */
    public MatchedMessage mprobe(int source, int tag) {
        return value(operations.mprobe(source, tag));
    }

    /**
     * Receives a message that was matched before; see {@link MatchedMessage#receive(Buffer)}.
     *
     * @param room where to put the message
     * @param message what {@link #mprobe} or {@link PointToPoint#improbe} gave
     * @return actual source, tag and length
     */
    public Status mrecv(Buffer room, MatchedMessage message) {
        return value(message.receive(room));
    }

    /**
     * Sends one message and receives another; see {@link PointToPoint#isendrecv}.
     *
     * @param data what to send
     * @param destination rank in this communicator, or {@link Mpi#PROC_NULL}
     * @param sendTag 0 to the tag upper bound
     * @param room where to put the message that comes; must not overlap {@code data}
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param receiveTag 0 to the tag upper bound, or {@link Mpi#ANY_TAG}
     * @return the receive's status
     */
    public Status sendrecv(SendBuffer data, int destination, int sendTag, Buffer room, int source, int receiveTag) {
        return value(operations.isendrecv(data, destination, sendTag, room, source, receiveTag));
    }

    /**
     * Sends what is in {@code buffer}, and receives into the same memory; see {@link PointToPoint#isendrecvReplace}.
     *
     * @param buffer what to send, then what has come
     * @param destination rank in this communicator, or {@link Mpi#PROC_NULL}
     * @param sendTag 0 to the tag upper bound
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param receiveTag 0 to the tag upper bound, or {@link Mpi#ANY_TAG}
     * @return the receive's status
     */
    public Status sendrecvReplace(Buffer buffer, int destination, int sendTag, int source, int receiveTag) {
        return value(operations.isendrecvReplace(buffer, destination, sendTag, source, receiveTag));
    }

    private static <T> T value(Mono<T> operation) {
        return Objects.requireNonNull(operation.block(), "an operation has ended without a value");
    }
}
