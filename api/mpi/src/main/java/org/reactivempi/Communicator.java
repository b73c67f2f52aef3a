package org.reactivempi;

import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
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
 * <p>Operations with a rank that has failed end with {@link ProcessFailedException}; those of the others go on. What might
 * come from any rank, of which one has failed, ends with {@link ProcessFailedPendingException}, until the failure is {@link
 * #acknowledgeFailed() acknowledged}.
 *
 * <p>Thread-safe: every method may be called from any thread ({@code MPI_THREAD_MULTIPLE}).
 *
 * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3 and 7</a>
 * @since 0.1
 */
public interface Communicator extends BufferedMode {

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
     * The name that this rank's program has given to the communicator ({@code MPI_Comm_get_name}).
     *
     * @return the last one of {@link #setName}; where there is none, {@code world} for the communicator of all ranks, and
     *     an empty text for any other
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 7.8</a>
     */
    String name();

    /**
     * Names the communicator ({@code MPI_Comm_set_name}), for people who read {@link Snapshot snapshots}, reports of
     * {@link Stall stalls} and {@code toString()}: they say the name in quotes. Without a name they say how the communicator was
     * made, such as {@code world.split(color 1)}, and {@code world.split(color 1)#2} for what the second call of that method
     * has made.
     *
     * <p>Local, takes effect at once, and says nothing to other ranks: they may give other names. A duplicate has no name.
     *
     * @param name at most {@link Mpi#MAX_OBJECT_NAME} characters, none of them a control character such as the end of a
     *     line; empty to have no name any more
     * @throws MpiException with {@link ErrorClass#ARG} if the name is another one, and with {@link ErrorClass#COMM} if the
     *     communicator is freed
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 7.8</a>
     */
    void setName(String name);

    /**
     * The largest tag that a message may have ({@code MPI_TAG_UB}).
     *
     * @return at least 32767
     */
    int tagUpperBound();

    /**
     * What carries messages to a rank. Opens the connection to it if there is none.
     *
     * <p>Cold; cancelling drops the answer.
     *
     * @param rank 0 to {@code size() - 1}
     * @return the name of the channel, such as {@code shm} or {@code tcp}, or {@code self} for this rank, on the progress
     *     scheduler; fails with {@link ErrorClass#RANK} for any other rank, and with {@link ProcessFailedException} where
     *     the rank can't be reached
     */
    Mono<String> channel(int rank);

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
     * @param tag 0 to {@link #tagUpperBound()}
     * @return the status as soon as {@code data} may be reused, on the progress scheduler
     * @see BufferedMode
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.4, 3.6 and 3.7.2</a>
     */
    Mono<Status> ibsend(Buffer data, int destination, int tag);

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
     * <p>Cold: each subscription sends once. If no receive was posted when the message came, it is dropped there, and the
     * send fails with {@link NotReadyException}. Cancelling is as in {@link #isend}.
     *
     * @param data what to send; unchanged until the {@code Mono} terminates
     * @param destination rank in this communicator, 0 to {@code size() - 1}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link #tagUpperBound()}
     * @return the status when the receive has matched and {@code data} may be reused, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.4 and 3.7.2</a>
     */
    Mono<Status> irsend(Buffer data, int destination, int tag);

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
     * returns. A message that is longer than {@code room}, or of which the heap has no copy, is not given back: the receive ends
     * as if nobody had cancelled it.
     *
     * @param room where to put the message; not to be read or written until the {@code Mono} terminates or is cancelled
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link #tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @return actual source, tag and length, when {@code room} holds the message, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.7.2</a>
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
     * while its data is still arriving. So receives with {@code timeout}, one after the other, lose nothing, if the timeout
     * counts on the {@link #scheduler() communicator's scheduler}; on any other, an operator may drop a value that is
     * signalled at the same moment, and Reactor passes it to its hook for dropped values.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link #tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @return the message, which belongs to the subscriber, on the progress scheduler; fails with
     *     {@link ErrorClass#NO_MEM} when it is longer than a Java array can be, or than the heap has room for; it then stays at its
     *     place in the order, for {@link #irecv} into a buffer
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.8.2 (what Mprobe and Mrecv do together)</a>
     */
    Mono<Message> receive(int source, int tag);

    /**
     * Waits for a message and leaves it where it is: tells what a receive with the same arguments would get.
     *
     * <p>Cold: each subscription looks once. A receive with the status's source and tag gets that message, unless another
     * thread's receive is faster; {@link #mprobe} has no such gap. Cancelling ends the probe.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link #tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @return actual source, tag and length, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.8.1</a>
     */
    Mono<Status> probe(int source, int tag);

    /**
     * Looks whether there is a message, without waiting for one.
     *
     * <p>Cold: each subscription looks once. Repeated ones finally see a message that was sent.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link #tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @return as {@link #probe}; no value if there is no such message now; then fails where the failure of a rank would end
     *     {@link #probe}
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.8.1</a>
     */
    Mono<Status> iprobe(int source, int tag);

    /**
     * Waits for a message and takes it out of matching, so that nobody else can receive it.
     *
     * <p>Cold: each subscription takes one message, in posting order with other receives. Cancelling ends the probe; a
     * message that it has taken, and that has not been signalled, goes back to its place, as that of {@link #receive}.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link #tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @return the message, to be received by whoever has it, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.8.2</a>
     */
    Mono<MatchedMessage> mprobe(int source, int tag);

    /**
     * Takes a message out of matching if there is one, without waiting for one.
     *
     * <p>Cold: each subscription looks once.
     *
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@link #tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @return as {@link #mprobe}; no value if there is no such message now, as {@link #iprobe}
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.8.2</a>
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
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.10</a>
     */
    Mono<Status> isendrecv(Buffer data, int destination, int sendTag, Buffer room, int source, int receiveTag);

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
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.10</a>
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
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.9</a>
     */
    PersistentRequest sendInit(Buffer data, int destination, int tag);

    /**
     * A buffered send with fixed arguments; else as {@link #sendInit}.
     *
     * @param data as in {@link #ibsend}
     * @param destination as in {@link #ibsend}
     * @param tag as in {@link #ibsend}
     * @return an inactive request
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.9</a>
     */
    PersistentRequest bsendInit(Buffer data, int destination, int tag);

    /**
     * A synchronous send with fixed arguments; else as {@link #sendInit}.
     *
     * @param data as in {@link #issend}
     * @param destination as in {@link #issend}
     * @param tag as in {@link #issend}
     * @return an inactive request
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.9</a>
     */
    PersistentRequest ssendInit(Buffer data, int destination, int tag);

    /**
     * A ready send with fixed arguments; else as {@link #sendInit}.
     *
     * @param data as in {@link #irsend}
     * @param destination as in {@link #irsend}
     * @param tag as in {@link #irsend}
     * @return an inactive request
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.9</a>
     */
    PersistentRequest rsendInit(Buffer data, int destination, int tag);

    /**
     * A receive with fixed arguments that can be started again and again; each start is as a subscription of
     * {@link #irecv}.
     *
     * @param room where to put each message; not to be touched from each start until the request completes
     * @param source as in {@link #irecv}
     * @param tag as in {@link #irecv}
     * @return an inactive request
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.9</a>
     */
    PersistentRequest recvInit(Buffer room, int source, int tag);

    /**
     * Sends a stream of values to the rank that receives it with {@link #receiveStream} and the same tag.
     *
     * <pre>
     *  values                 --a----b---c|
     *  receiver's demand      --2---------2-----
     *  result                 -----------------|
     * </pre>
     *
     * <p>Cold: each subscription sends one stream, from its first request on. {@code values} is subscribed, on the progress
     * thread, when a receiver has taken the stream, and gets exactly the demand that the receiver sends; of a large demand,
     * as much at a time as can be sent soon. It may give values on any thread, and sees the subscriber's {@code Context}.
     * Streams are matched by communicator, source and tag in the order in which they are started, and never meet messages.
     *
     * <p>An error of {@code values}, and a value that cannot be encoded, end the stream on both sides. Cancelling cancels
     * {@code values}, and the receiver sees an error; before a receiver has taken the stream, it is withdrawn.
     *
     * @param values what to send; demand, completion, error and cancellation cross the link
     * @param codec how to write a value
     * @param destination rank in this communicator, or {@link Mpi#PROC_NULL}, which takes the whole stream at once
     * @param tag 0 to {@link #tagUpperBound()}
     * @param <T> the values' type
     * @return completes, without a value, when the receiver has all values, or wants no more: it has cancelled, or could not
     *     decode one; on the progress scheduler. The values' memory is free then.
     */
    <T> Mono<Void> sendStream(Publisher<? extends T> values, Codec<T> codec, int destination, int tag);

    /**
     * Receives a stream of values that a rank sends with {@link #sendStream} and the same tag, with a prefetch of
     * {@link Mpi#STREAM_PREFETCH}.
     *
     * @param codec how to read a value
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}, whose stream is empty
     * @param tag 0 to {@link #tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @param <T> the values' type
     * @return as {@link #receiveStream(Codec, int, int, int)}
     */
    default <T> Flux<T> receiveStream(Codec<T> codec, int source, int tag) {
        return receiveStream(codec, source, tag, Mpi.STREAM_PREFETCH);
    }

    /**
     * Receives a stream of values that a rank sends with {@link #sendStream} and the same tag.
     *
     * <pre>
     *  demand   --2--------1-----9------
     *  values   ----a--b-----c-----d--e|
     * </pre>
     *
     * <p>Cold: each subscription takes one stream, from its first request on. Cancelling cancels the sender's values; before
     * a stream has come, it leaves the next one to others. An error of the sender arrives behind the last value, as a {@link
     * StreamException} with its type's name and message. An element that cannot be decoded fails with {@link
     * ErrorClass#CONVERSION}, and cancels the sender's values. When the sender's process has failed, so does the stream, once
     * what had arrived is taken. The values' memory belongs to the subscriber.
     *
     * @param codec how to read a value
     * @param source rank in this communicator, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL}, whose stream is empty
     * @param tag 0 to {@link #tagUpperBound()}, or {@link Mpi#ANY_TAG}
     * @param prefetch how many values may be on their way beyond the demand, 0 or more: a subscriber that has requested n
     *     makes at most {@code n + prefetch} values leave the sender
     * @param <T> the values' type
     * @return the values in their order, on the progress scheduler
     */
    <T> Flux<T> receiveStream(Codec<T> codec, int source, int tag, int prefetch);

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
     * The ranks of this communicator as processes of the job.
     *
     * @return an immutable group, in the order of ranks
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 7.4.2</a>
     */
    Group group();

    /**
     * Makes a communicator of the same ranks, whose messages never meet those of this one.
     *
     * <p>Cold and collective: every rank must subscribe, and all ranks in the same order as other collective operations of
     * this communicator, several of which may run at once. Messages may be in flight meanwhile, also in the new
     * communicator: a rank that has it may send to one that hasn't yet. Cancelling leaves the operation unfinished on the
     * other ranks.
     *
     * @return the new communicator, on the progress scheduler; fails with {@link ErrorClass#OTHER} if there are too many
     *     communicators, and with {@link ProcessFailedException} if the loss of a rank cuts this one off
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 7.4.2</a>
     */
    Mono<Communicator> dup();

    /**
     * Parts this communicator: all ranks that give the same color are in the same new one, ordered by key, and by their
     * ranks here where keys are equal.
     *
     * <p>Cold, collective and cancelled as {@link #dup}.
     *
     * @param color 0 or more, or {@link Mpi#UNDEFINED} to be in none
     * @param key any number
     * @return the new communicator, on the progress scheduler; no value for the color {@code UNDEFINED}; fails with
     *     {@link ErrorClass#ARG} for any other negative color, and this rank has not taken part then; else as {@link #dup}
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 7.4.2</a>
     */
    Mono<Communicator> split(int color, int key);

    /**
     * Frees this communicator. Operations that run go on to their ends; new ones fail with {@link ErrorClass#COMM} from the
     * subscription on. Messages that nobody has received when all ranks have freed it are dropped.
     *
     * <p>Cold, and collective unless the communicator is revoked, as {@link #dup}; this rank has freed the communicator
     * as soon as it requests, and whatever becomes of the rest. The world cannot be freed, nor any other twice: {@link
     * ErrorClass#COMM}.
     *
     * @return completes, without a value, when all ranks have freed it, on the progress scheduler; fails with
     *     {@link ProcessFailedException} if a rank is lost before
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 7.4.3</a>
     */
    Mono<Void> free();

    /**
     * The ranks of this communicator that this rank knows to have failed ({@code MPI_Comm_get_failed}). Those that have
     * finalized are not among them. Others may know of more; {@link #agree} makes the knowledge equal.
     *
     * <p>Cold and local; also of a revoked communicator.
     *
     * @return processes of the job, in the order of their ranks here, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-5.0, process fault mitigation</a>
     */
    Mono<Group> getFailed();

    /**
     * Acknowledges the failures that this rank knows of ({@code MPI_Comm_ack_failed}): from now on, receives and probes from
     * any source wait for the ranks that are left, instead of failing with {@link ProcessFailedPendingException}, and
     * {@link #agree} doesn't fail because of them.
     *
     * <p>Cold and local; also of a revoked communicator.
     *
     * @return all whose failure is acknowledged now, in the order of their ranks here, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-5.0, process fault mitigation</a>
     */
    Mono<Group> acknowledgeFailed();

    /**
     * Revokes this communicator on all ranks ({@code MPI_Comm_revoke}): its operations, streams and collective operations
     * among them, end with {@link RevokedException}, on whichever rank they wait, and no new ones start. So ranks that wait
     * for each other learn that one of them has met a failure. What remains is {@link #shrink}, {@link #agree}, {@link
     * #getFailed}, {@link #acknowledgeFailed} and {@link #free}, which then waits for nobody. Nothing undoes it.
     *
     * <p>Cold, and not collective: one rank is enough. Messages that a receive has matched are still received. Other
     * communicators are not touched. The news reaches every rank that lives, also when this one fails meanwhile: whoever hears
     * it first tells the others. Revoking again has no effect.
     *
     * @return completes, without a value, when the communicator is revoked on this rank, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-5.0, process fault mitigation</a>
     */
    Mono<Void> revoke();

    /**
     * Makes a communicator of the ranks that are left ({@code MPI_Comm_shrink}), in the order of their ranks here. All agree
     * on who that is, also when more ranks fail meanwhile; one that fails later may be in it.
     *
     * <p>Cold and collective: every rank that lives must subscribe, and all equally often. Also of a revoked communicator.
     * Cancelling drops this rank's end of the new communicator.
     *
     * @return the new communicator, on the progress scheduler; fails with {@link ErrorClass#OTHER} if there are too many
     *     communicators, and with {@link ProcessFailedException} where the others have agreed that this rank has failed
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-5.0, process fault mitigation</a>
     */
    Mono<Communicator> shrink();

    /**
     * Agrees on a value ({@code MPI_Comm_agree}): all ranks that live get the same one, whatever fails meanwhile.
     *
     * <p>Where a rank has failed whose failure not all others have {@linkplain #acknowledgeFailed acknowledged}, it fails
     * after agreeing, on all ranks, with a {@link ProcessFailedException} that holds the {@linkplain
     * ProcessFailedException#agreed value}; from then on all know of that failure.
     *
     * <p>Cold and collective as {@link #shrink}. Cancelling leaves this rank's value in it.
     *
     * @param flag this rank's value
     * @return the bitwise AND of the values of all ranks that live, on the progress scheduler; a rank that fails meanwhile may
     *     have brought its value in, or not
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-5.0, process fault mitigation</a>
     */
    Mono<Integer> agree(int flag);

    /**
     * Ends all ranks of the job, also those that are not in this communicator; see {@link Session#abort}.
     *
     * @param code 1 to 255
     * @return as {@link Session#abort}
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 9.7</a>
     */
    Mono<Void> abort(int code);

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
