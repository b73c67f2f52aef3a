package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * Messages from one rank to another: MPI's chapter 3, as every {@link Communicator} offers it.
 *
 * <p>Each operation is cold, may be subscribed from any thread, and signals on the communicator's progress scheduler. It
 * can be waited for by {@link Mono#block()}, held by {@link Request#start}, and started again and again by {@link
 * PersistentRequest#of}.
 *
 * <p>Each of them fails with {@link ErrorClass#RANK} if its rank is not in the communicator, with {@link ErrorClass#TAG} if
 * its tag is outside its range, with {@link ErrorClass#BUFFER} or {@link ErrorClass#COUNT} if its buffer can't be used,
 * with {@link ErrorClass#COMM} if the communicator is freed, with {@link RevokedException} if it is revoked, with {@link
 * ErrorClass#SESSION} if the session is closed, with {@link ProcessFailedException} if its peer has failed, and with {@link
 * ProcessFailedPendingException} if it might come from any rank, and one has failed. What else it fails with, it says.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#chapter.3">MPI-4.1, 3</a>
 * @since 0.1
 */
public interface PointToPoint {

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
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @return the status as soon as {@code data} may be reused, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.7.2">MPI-4.1, 3.7.2</a>
     */
    Mono<Status> isend(SendBuffer data, int destination, int tag);

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
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @return the status when the receive has matched and {@code data} may be reused, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.4">MPI-4.1, 3.4</a>
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.7.2">MPI-4.1, 3.7.2</a>
     */
    Mono<Status> issend(SendBuffer data, int destination, int tag);

    /**
     * Sends {@code data} to {@code destination} in buffered mode: completes as soon as {@code data} is copied into the
     * buffer that is attached to this communicator, or else to its session, whether or not a receive exists.
     *
     * <pre>
     *  subscriber  --request(1)---status|
     *  operation        start ~~ copied ~~~~~~ receive matches ~~~ buffer free
     * </pre>
     *
     * <p>Cold: each subscription sends once. Fails with {@link ErrorClass#BUFFER} if no buffer is attached, or if the
     * attached one has no space for the message and {@link Mpi#BSEND_OVERHEAD_BYTES}, and with {@link ErrorClass#NO_MEM} if
     * the automatic one has none; nothing is sent then, and no other message is harmed. Cancelling has an effect only
     * before the start, since the message is copied then.
     *
     * @param data what to send; unchanged until the {@code Mono} terminates
     * @param destination rank in this communicator, 0 to {@code size() - 1}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @return the status as soon as {@code data} may be reused, on the progress scheduler
     * @see BufferedMode
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.4">MPI-4.1, 3.4</a>
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.6">MPI-4.1, 3.6</a>
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.7.2">MPI-4.1, 3.7.2</a>
     */
    Mono<Status> ibsend(SendBuffer data, int destination, int tag);

    /**
     * Sends {@code data} to {@code destination} in ready mode: the matching receive must have been posted before.
     *
     * <pre>
     *  subscriber  --request(1)----------------------------status|
     *  operation        start ~~~~~ the receiver has a receive
     *
     *  subscriber  --request(1)----------------------------X NotReadyException
     *  operation        start ~~~~~ the receiver has none
     * </pre>
     *
     * <p>Cold: each subscription sends once. If no receive was posted when the message came, it is dropped there.
     * Cancelling is as in {@link #isend}.
     *
     * @param data what to send; unchanged until the {@code Mono} terminates
     * @param destination rank in this communicator, 0 to {@code size() - 1}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @return the status when the receive has matched and {@code data} may be reused, on the progress scheduler;
     *     fails with {@link NotReadyException} if no receive was posted
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.4">MPI-4.1, 3.4</a>
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.7.2">MPI-4.1, 3.7.2</a>
     */
    Mono<Status> irsend(SendBuffer data, int destination, int tag);

    /**
     * Receives a message into {@code room}.
     *
     * <pre>
     *  subscriber  --request(1)---------------------status|
     *  operation       posted ~~~ matched ~~~ room filled
     * </pre>
     *
     * <p>Cold: each subscription receives one message. A shorter message leaves the rest of {@code room} untouched; a
     * longer one fails with {@link TruncationException}. Cancelling is as in {@link #receive(int, int)}: a message that has
     * matched goes to the next receive, and {@code room}, which may hold a part of it, is the caller's again when {@code cancel}
     * returns. A message that is longer than {@code room}, or that the heap has no copy of, is not given back: the receive ends
     * as if nobody had cancelled it.
     *
     * @param room where to put the message; not to be read or written until the {@code Mono} terminates or is cancelled
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link Communicator#tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @return actual source, tag and length, when {@code room} holds the message, on the progress scheduler; fails
     *     with {@link TruncationException} if the message is longer than {@code room}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.7.2">MPI-4.1, 3.7.2</a>
     */
    Mono<Status> irecv(Buffer room, int source, int tag);

    /**
     * Receives a message of any length into memory of its own.
     *
     * <pre>
     *  subscriber  --request(1)------------------------message|
     *  operation       posted ~~~ matched ~~~ received
     *
     *  subscriber  --request(1)-------------- cancel
     *  operation       posted ~~~ matched ~~~ given back, to the next receive
     * </pre>
     *
     * <p>Cold and ordered as {@link #irecv}. Cancelling takes the receive out of the queue. A message that has matched it,
     * and that has not been signalled, isn't lost: it goes back to its place in the order, and the next receive gets it, also
     * while its data is still arriving. So receives {@link Communicator#within within} a limit of time, one after the
     * other, lose nothing. Reactor's {@code timeout(limit)} loses a message that is signalled at the moment at which the time is
     * over, and passes it to its hook for dropped values.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link Communicator#tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @return the message, which belongs to the subscriber, on the progress scheduler; fails with
     *     {@link ErrorClass#NO_MEM} when it is longer than a Java array can be, or than the heap has room for; it then stays at its
     *     place in the order, for {@link #irecv} into a buffer
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.8.2">MPI-4.1, 3.8.2 (what Mprobe and Mrecv do together)</a>
     */
    Mono<Message> receive(int source, int tag);

    /**
     * Sends a value in standard mode: {@link #isend} of what the codec writes.
     *
     * <p>Cold: each subscription encodes the value on its thread, and sends it.
     *
     * @param value what to send; unchanged until the {@code Mono} terminates
     * @param codec how to write it
     * @param destination as in {@link #isend}
     * @param tag as in {@link #isend}
     * @param <T> the value's type
     * @return as {@link #isend}; fails with {@link ErrorClass#CONVERSION} if the value can't be written
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.4">MPI-4.1, 3.4</a>
     */
    <T> Mono<Status> send(T value, Codec<T> codec, int destination, int tag);

    /**
     * Receives a value: {@link #receive(int, int)}, and what the codec reads.
     *
     * <p>Cold, ordered and cancelled as {@link #receive(int, int)}. A message that can't be read has been received.
     *
     * @param codec how to read it
     * @param source as in {@link #receive(int, int)}; of {@link Mpi#PROC_NULL} there is no value
     * @param tag as in {@link #receive(int, int)}
     * @param <T> the value's type
     * @return the value, on the progress scheduler; fails with {@link ErrorClass#CONVERSION} if the message is no such value, with
     *     {@link TruncationException} if it is longer than the codec {@linkplain Codec#longestBytes reads}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.8.2">MPI-4.1, 3.8.2</a>
     */
    <T> Mono<T> receive(Codec<T> codec, int source, int tag);

    /**
     * Waits for a message and leaves it where it is: tells what a receive with the same arguments would get.
     *
     * <p>Cold: each subscription looks once. A receive with the status's source and tag gets that message, unless another
     * thread's receive is faster; {@link #mprobe} has no such gap. Cancelling ends the probe.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link Communicator#tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @return actual source, tag and length, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.8.1">MPI-4.1, 3.8.1</a>
     */
    Mono<Status> probe(int source, int tag);

    /**
     * Looks whether there is a message, without waiting for one.
     *
     * <p>Cold: each subscription looks once. Repeated ones finally see a message that was sent.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link Communicator#tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @return as {@link #probe}; no value if there is no such message now; then fails with {@link
     *     ProcessFailedException} or {@link ProcessFailedPendingException} if the failure of a rank would end {@link #probe}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.8.1">MPI-4.1, 3.8.1</a>
     */
    Mono<Status> iprobe(int source, int tag);

    /**
     * Waits for a message and takes it out of matching, so that nobody else can receive it.
     *
     * <p>Cold: each subscription takes one message, in posting order with other receives. Cancelling ends the probe; a
     * message that it has taken, and that has not been signalled, goes back to its place, as that of {@link #receive}.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link Communicator#tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @return the message, to be received by the holder of this handle, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.8.2">MPI-4.1, 3.8.2</a>
     */
    Mono<MatchedMessage> mprobe(int source, int tag);

    /**
     * Takes a message out of matching if there is one, without waiting for one.
     *
     * <p>Cold: each subscription looks once.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link Communicator#tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @return as {@link #mprobe}; no value if there is no such message now, as {@link #iprobe}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.8.2">MPI-4.1, 3.8.2</a>
     */
    Mono<MatchedMessage> improbe(int source, int tag);

    /**
     * Sends one message and receives another, both at once, so that neighbours can shift data without deadlock.
     *
     * <p>Cold: each subscription starts both, the receive first. Cancelling cancels both: the send as in {@link #isend}, the
     * receive as in {@link #irecv}, also when its message has come and the send still waits. If one fails, the other is cancelled,
     * and the error is signalled when both have ended; but a message that is longer than {@code room} fails the receive alone, and
     * {@code data} is sent.
     *
     * @param data what to send; unchanged until the {@code Mono} terminates
     * @param destination as in {@link #isend}
     * @param sendTag as in {@link #isend}
     * @param room where to put the message that comes; must not overlap {@code data}
     * @param source as in {@link #irecv}
     * @param receiveTag as in {@link #irecv}
     * @return the receive's status when both have completed, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.10">MPI-4.1, 3.10</a>
     */
    Mono<Status> isendrecv(SendBuffer data, int destination, int sendTag, Buffer room, int source, int receiveTag);

    /**
     * Sends what is in {@code buffer}, and receives into the same memory.
     *
     * <p>Cold: each subscription copies the buffer aside, then is as {@link #isendrecv}.
     *
     * @param buffer what to send, then what has come; not to be touched until the {@code Mono} terminates
     * @param destination as in {@link #isend}
     * @param sendTag as in {@link #isend}
     * @param source as in {@link #irecv}
     * @param receiveTag as in {@link #irecv}
     * @return the receive's status when both have completed, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.10">MPI-4.1, 3.10</a>
     */
    Mono<Status> isendrecvReplace(Buffer buffer, int destination, int sendTag, int source, int receiveTag);

    /**
     * A standard send with fixed arguments that can be started again and again.
     *
     * <p>The request is made inactive, and nothing happens before its {@link PersistentRequest#start}. Each start is as a
     * subscription of {@link #isend}: it reads {@code data} then, and a wrong argument ends it with an error.
     *
     * @param data what to send; unchanged from each start until the request completes
     * @param destination as in {@link #isend}
     * @param tag as in {@link #isend}
     * @return an inactive request
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.9">MPI-4.1, 3.9</a>
     */
    default PersistentRequest sendInit(SendBuffer data, int destination, int tag) {
        return PersistentRequest.of(isend(data, destination, tag));
    }

    /**
     * A buffered send with fixed arguments; else as {@link #sendInit}.
     *
     * @param data as in {@link #ibsend}
     * @param destination as in {@link #ibsend}
     * @param tag as in {@link #ibsend}
     * @return an inactive request
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.9">MPI-4.1, 3.9</a>
     */
    default PersistentRequest bsendInit(SendBuffer data, int destination, int tag) {
        return PersistentRequest.of(ibsend(data, destination, tag));
    }

    /**
     * A synchronous send with fixed arguments; else as {@link #sendInit}.
     *
     * @param data as in {@link #issend}
     * @param destination as in {@link #issend}
     * @param tag as in {@link #issend}
     * @return an inactive request
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.9">MPI-4.1, 3.9</a>
     */
    default PersistentRequest ssendInit(SendBuffer data, int destination, int tag) {
        return PersistentRequest.of(issend(data, destination, tag));
    }

    /**
     * A ready send with fixed arguments; else as {@link #sendInit}.
     *
     * @param data as in {@link #irsend}
     * @param destination as in {@link #irsend}
     * @param tag as in {@link #irsend}
     * @return an inactive request
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.9">MPI-4.1, 3.9</a>
     */
    default PersistentRequest rsendInit(SendBuffer data, int destination, int tag) {
        return PersistentRequest.of(irsend(data, destination, tag));
    }

    /**
     * A receive with fixed arguments that can be started again and again; each start is as a subscription of
     * {@link #irecv}.
     *
     * @param room where to put each message; not to be touched from each start until the request completes
     * @param source as in {@link #irecv}
     * @param tag as in {@link #irecv}
     * @return an inactive request
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.9">MPI-4.1, 3.9</a>
     */
    default PersistentRequest recvInit(Buffer room, int source, int tag) {
        return PersistentRequest.of(irecv(room, source, tag));
    }

    /**
     * The same operations as blocking calls, with MPI's own names.
     *
     * @return a view of this communicator whose methods return when the operation is complete
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.2">MPI-4.1, 3.2</a>
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.4">MPI-4.1, 3.4</a>
     */
    default BlockingPointToPoint blocking() {
        return new BlockingPointToPoint(this);
    }
}
