package org.reactivempi;

import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Ranks that exchange messages, apart from all other communicators: what a {@link Communicator} of one group and an {@link
 * Intercommunicator} of two have in common.
 *
 * <p>Operations are cold: nothing happens until somebody subscribes and requests, and each subscription starts a new
 * operation with the same arguments. Operations that one thread starts keep that thread's order. Signals arrive on the
 * {@link #scheduler() progress scheduler}, so a chain of operations never changes threads, and must not block there.
 * Wrong arguments are signalled through {@code onError} when subscribed, and leave the communicator usable.
 *
 * <p>Operations with a rank that has failed end with {@link ProcessFailedException}; those of the others go on. What might
 * come from any rank, one of which has failed, ends with {@link ProcessFailedPendingException}, until the failure is {@link
 * Failures#acknowledge() acknowledged}.
 *
 * <p>Thread-safe: every method may be called from any thread ({@code MPI_THREAD_MULTIPLE}).
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#chapter.3">MPI-4.1, 3</a>
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#chapter.7">MPI-4.1, 7</a>
 * @since 0.1
 */
public interface AnyCommunicator
        extends PointToPoint, Partitions, Collectives, ScalarCollectives, Streams, Questions, Abortable {

    /** How alike two communicators are. */
    enum Comparison {
        /** They are one communicator. */
        IDENTICAL,
        /** The same processes in the same order; their messages never meet. */
        CONGRUENT,
        /** The same processes in another order. */
        SIMILAR,
        /** Not the same processes; or one has two groups, and the other one has not. */
        UNEQUAL
    }

    /**
     * Compares this communicator with another one ({@code MPI_Comm_compare}); of two groups each is compared with that of the same side. Local.
     *
     * @param other any communicator
     * @return how alike they are
     * @throws MpiException {@link ErrorClass#COMM} if one of them is freed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.1">MPI-4.1, 7.4.1</a>
     */
    Comparison compare(AnyCommunicator other);

    /**
     * This process's number in the communicator; in one of two groups, its number in its own group.
     *
     * @return 0 to {@code size() - 1}
     */
    int rank();

    /**
     * How many ranks there are; in a communicator of two groups, how many the own group has.
     *
     * @return 1 or more
     */
    int size();

    /**
     * The name that this rank's program has given to the communicator ({@code MPI_Comm_get_name}).
     *
     * @return the last one of {@link #setName}; where there is none, {@code world} for the communicator of all ranks, and
     *     an empty text for any other
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.7.8">MPI-4.1, 7.8</a>
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
     * @throws MpiException {@link ErrorClass#ARG} if the name is another one; {@link ErrorClass#COMM} if the
     *     communicator is freed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.7.8">MPI-4.1, 7.8</a>
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
     * @param rank as that of a message's destination
     * @return the name of the channel, such as {@code shm} or {@code tcp}, or {@code self} for this rank, on the progress
     *     scheduler; fails with {@link ErrorClass#RANK} if the rank is another one, and with {@link ProcessFailedException} if
     *     the rank can't be reached
     */
    Mono<String> channel(int rank);

    /**
     * The ranks of this communicator as processes of the job; of a communicator of two groups, those of the own group.
     *
     * @return an immutable group, in the order of ranks
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.2">MPI-4.1, 7.4.2</a>
     */
    Group group();

    /**
     * Frees this communicator. Operations that run go on to their ends; new ones fail with {@link ErrorClass#COMM} from the
     * subscription on. Messages that nobody has received when all ranks have freed it are dropped.
     *
     * <p>Cold, and collective unless the communicator is revoked, as {@link Communicator#dup}; this rank has freed the communicator
     * as soon as it requests, and whatever becomes of the rest. The world cannot be freed, nor any other twice: {@link
     * ErrorClass#COMM}.
     *
     * @return completes, without a value, when all ranks have freed it, on the progress scheduler; fails with
     *     {@link ProcessFailedException} if a rank is lost before
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.3">MPI-4.1, 7.4.3</a>
     */
    Mono<Void> free();

    /**
     * Waits for all that runs in this communicator on this rank, and frees it ({@code MPI_Comm_disconnect}). Jobs without a
     * communicator in common are independent: the end of one is nothing to the other.
     *
     * <p>Cold, and collective as {@link #free}. New operations fail with {@link ErrorClass#COMM} from the request on; streams and handlers
     * of questions end as at the end of a session.
     *
     * <p>Where a communicator has members of several jobs, the loss of one is no failure of this, nor of {@link #free}: this completes when
     * no rank of the own job uses it any more, and what is left of it goes when the lost ones are known to be lost.
     *
     * @return completes, without a value, when all ranks have disconnected it, on the progress scheduler; fails as {@link #free}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.11.10.4">MPI-4.1, 11.10.4</a>
     */
    Mono<Void> disconnect();

    /**
     * What can be done about ranks that have failed.
     *
     * @return a view of this communicator, the same at each call
     * @see <a href="https://www.mpi-forum.org/docs/mpi-5.0/mpi50-report.pdf">MPI-5.0, process fault mitigation</a>
     */
    Failures<? extends AnyCommunicator> failures();

    /**
     * Where a buffer for this communicator's {@linkplain #ibsend buffered sends} is attached. Without one, they use that of
     * the {@linkplain Session#buffers session}.
     *
     * @return a view of this communicator, the same at each call
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.6">MPI-4.1, 3.6</a>
     */
    BufferedMode buffers();

    /**
     * Ends all ranks of the job, also ranks that are not in this communicator; see {@link Session#abort}.
     *
     * @param code 1 to 255
     * @return as {@link Session#abort}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.7">MPI-4.1, 9.7</a>
     */
    @Override
    Mono<Void> abort(int code);

    /**
     * An operation with a limit of time, which loses no message.
     *
     * <pre>
     *  subscriber  --request(1)---------------value|          the operation ends first
     *  subscriber  --request(1)---------------TimeoutException    the time is over first
     * </pre>
     *
     * <p>When the time is over the operation is cancelled: a receive that nothing has matched is withdrawn, and the message of
     * one that has been matched goes to the next receive, at its place in the order (PRB-6). Reactor's own {@link
     * Mono#timeout(java.time.Duration) timeout(limit)} counts on a thread of its own instead. It then <em>drops a message</em>
     * that arrives at the very moment at which the time is over, one of some 50 to 100 such moments: nobody receives
     * it any more. Here the time is counted where the signals arrive, on the {@link #scheduler() progress scheduler}, so
     * nothing can come between.
     *
     * <p>Cold: the time begins with each subscription. Cancelling cancels the operation. Signals arrive on the progress
     * scheduler. For any {@code Mono} of this rank: operations of this and other communicators, {@link Request#completion()},
     * {@link Requests waits}, and chains of them whose signals stay on the progress scheduler. A collective operation goes on
     * on this rank when its time is over, as it does after any cancellation.
     *
     * @param <T> what the operation gives
     * @param limit how long it may take, longer than 0
     * @param operation what to subscribe to
     * @return the operation's own signals, or else a {@link java.util.concurrent.TimeoutException} when the time is over; fails
     *     with {@link ErrorClass#ARG} if the limit is not longer than 0
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.8">MPI-4.1, 3.8.4 (cancel)</a>
     */
    <T> Mono<T> within(Duration limit, Mono<T> operation);

    /**
     * Where signals arrive: the rank's progress thread, which Reactor knows as non-blocking.
     *
     * @return the scheduler of the session; disposing it has no effect
     */
    Scheduler scheduler();

    /**
     * What libraries have attached to this communicator.
     *
     * @return a view of this communicator, the same at each call
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.7.7">MPI-4.1, 7.7</a>
     */
    Attributes attributes();

    /**
     * What this rank's program says of its messages here.
     *
     * @return the hints that are in use: those of {@code dup(Hints)}, changed by {@link #setInfo}; none at first
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.4">MPI-4.1, 7.4.4</a>
     */
    Hints hints();

    /**
     * The hints in use as an info ({@code MPI_Comm_get_info}).
     *
     * @return all keys that the library takes, those that nobody has set with the library's own values; no others
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.4">MPI-4.1, 7.4.4</a>
     */
    default Info info() {
        return hints().toInfo();
    }

    /**
     * Changes hints ({@code MPI_Comm_set_info}): those that the info names are then as it says, and the other ones stay. Keys that the library
     * does not know are ignored.
     *
     * <p>Local, takes effect at once, and says nothing to other ranks, which may say something else of theirs; MPI has all ranks call it.
     * For receives and probes that start from then on. What waits already goes on, whatever it asks for.
     *
     * @param info the changes
     * @throws MpiException {@link ErrorClass#INFO_VALUE} if the value of a hint is neither {@code true} nor {@code false}, and nothing
     *     changes then; {@link ErrorClass#COMM} if the communicator is freed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.4">MPI-4.1, 7.4.4</a>
     */
    void setInfo(Info info);

    /**
     * What is done about errors of this communicator before its operations signal them; nothing as long as nothing else is set.
     *
     * @return a view of this communicator, the same at each call
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.3">MPI-4.1, 9.3</a>
     */
    Errors<AnyCommunicator> errors();

    /**
     * The operations of this communicator with values of one kind.
     *
     * @param <T> the values
     * @param codec writes and reads them; that of all ranks must understand each other
     * @return a view of this communicator
     */
    <T> Values<T> values(Codec<T> codec);

    /**
     * Messages, streams and questions to and from one rank with one tag: what is sent goes there, and what is received comes from there.
     *
     * @param rank as a message's destination, and as its source; {@link Mpi#ANY_SOURCE} only to receive
     * @param tag as that of a message; {@link Mpi#ANY_TAG} only to receive
     * @return a view of this communicator; operations fail as they do with such a rank and such a tag
     */
    default Peer peer(int rank, int tag) {
        return new Peer(this, this, this, rank, tag);
    }

    /**
     * The session that this communicator belongs to: who its members are, what waits in it, and how it ends.
     *
     * @return the session, the same at each call
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.1">MPI-4.1, 7.4.1</a>
     */
    SessionView session();
}
