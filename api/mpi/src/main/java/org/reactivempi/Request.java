package org.reactivempi;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

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
 * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.7.1 and 3.7.3</a>
 * @since 0.1
 */
public abstract class Request {

    private static final AtomicReferenceFieldUpdater<Request, RequestState> STATE =
            AtomicReferenceFieldUpdater.newUpdater(Request.class, RequestState.class, "state");

    private volatile @Nullable RequestState state;
    /** When it ended, by {@link System#nanoTime}: the clock that all requests of a list have in common. */
    private long endNanos;

    /** A request that is active, or inactive with {@link Absent#INACTIVE}. */
    Request(@Nullable Outcome outcome) {
        this.state = outcome;
    }

    /**
     * Starts an operation at once, and keeps the handle.
     *
     * @param operation what to start, such as a send or a barrier; subscribed once, with unbounded demand, on the calling
     *     thread. One that gives anything else than a status, or nothing, has the empty status.
     * @return the request, active or already complete
     */
    public static Request start(Mono<?> operation) {
        MonoRequest request = new MonoRequest();
        operation.subscribe(request);
        return request;
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
     * as it is.
     *
     * @return the operation's status or error, on the thread where the operation ends, or on the requesting thread if it
     *     has ended before; the empty status if the request is inactive, also when another wait made it so
     */
    public Mono<Status> completion() {
        return new RequestCompletion(this);
    }

    /**
     * Takes the status if the operation has ended ({@code MPI_Test}); the request is then inactive.
     *
     * @return the operation's status; the empty status if the request is inactive; nothing while it is active
     * @throws MpiException the operation's error, if it failed; another unchecked error is thrown as it is
     */
    public Optional<Status> test() {
        return result(consume());
    }

    /**
     * Looks whether the operation has ended, and leaves the request as it is ({@code MPI_Request_get_status}).
     *
     * @return as {@link #test()}
     * @throws MpiException as {@link #test()}
     */
    public Optional<Status> status() {
        return result(look());
    }

    /**
     * Whether the operation has ended.
     *
     * @return true if the request is complete or inactive
     * @throws MpiException {@link ErrorClass#REQUEST} if the request was freed
     */
    public boolean isComplete() {
        Outcome outcome = outcome();
        if (outcome == Absent.FREED) {
            throw Absent.freed();
        }
        return outcome != null;
    }

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
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.8.4</a>
     */
    public abstract void cancel();

    /**
     * Gives the handle up ({@code MPI_Request_free}). An operation that is active goes on to its end by itself; its memory
     * belongs to it until then, and nobody is told of that end. From now on every use of this request fails with the class
     * {@link ErrorClass#REQUEST}, and so do the waits that stand at it.
     *
     * <p>Local, returns at once.
     *
     * @throws MpiException {@link ErrorClass#REQUEST} if the request was freed before
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.7.3</a>
     */
    public void free() {
        release();
    }

    /** Frees the request, and returns what it held, {@code null} if it was active. */
    final @Nullable Outcome release() {
        RequestState before = state;
        while (before != Absent.FREED) {
            noteEnd(before);
            if (STATE.compareAndSet(this, before, Absent.FREED)) {
                if (before instanceof Outcome outcome) {
                    return outcome;
                }
                tell((Watch) before);
                return null;
            }
            before = state;
        }
        throw Absent.freed();
    }

    /** Makes an inactive request active; false, without effect, if it is anything else. */
    final boolean activate() {
        return STATE.compareAndSet(this, Absent.INACTIVE, null);
    }

    private static Optional<Status> result(@Nullable Outcome outcome) {
        return outcome == null ? Optional.empty() : Optional.of(Outcome.statusOrThrow(outcome));
    }

    /** Makes the request complete and tells those who wait, oldest first; false, without effect, if it is not active. */
    final boolean end(Outcome outcome) {
        RequestState before = state;
        while (!(before instanceof Outcome)) {
            noteEnd(before);
            if (STATE.compareAndSet(this, before, outcome)) {
                tell((Watch) before);
                return true;
            }
            before = state;
        }
        return false;
    }

    // Before the outcome is there, so that a thread that sees the outcome sees the time.
    private void noteEnd(@Nullable RequestState before) {
        if (!(before instanceof Outcome)) {
            endNanos = System.nanoTime();
        }
    }

    /** When the operation ended, for comparing with that of others by difference; of no use while it is active. */
    final long endNanos() {
        return endNanos;
    }

    /** Calls the watch when the request has ended, at once if it has already. */
    final void watch(Watch watch) {
        RequestState before = state;
        while (!(before instanceof Outcome)) {
            watch.older = firstLive((Watch) before);
            if (STATE.compareAndSet(this, before, watch)) {
                return;
            }
            before = state;
        }
        tellOne(watch);
    }

    /** Calls the entry of a list at each end, also the one that was before. */
    void attach(ListEntry entry) {
        watch(entry);
    }

    /** The entry is retired, and needs no calls any more. */
    void detach(ListEntry entry) {
        // An operation that is started once drops it with its other watches.
    }

    /** How the operation ended, {@link Absent} once that is consumed or the request freed, {@code null} while it is active. */
    final @Nullable Outcome outcome() {
        return state instanceof Outcome outcome ? outcome : null;
    }

    /** As {@link #outcome()}, and gives an outcome to one caller only; all later ones get {@code INACTIVE}. */
    final @Nullable Outcome consume() {
        Outcome outcome = outcome();
        if (outcome == null || outcome instanceof Absent) {
            return outcome;
        }
        return consume(outcome) ? taken(outcome) : absent();
    }

    /** Makes the request inactive if it still has this outcome. */
    final boolean consume(Outcome outcome) {
        return !(outcome instanceof Absent) && STATE.compareAndSet(this, outcome, Absent.INACTIVE);
    }

    /** As {@link #outcome()}, as a user is to see it. */
    final @Nullable Outcome look() {
        Outcome outcome = outcome();
        return outcome == null || outcome instanceof Absent ? outcome : seen(outcome);
    }

    /** What the one gets who has consumed an outcome. */
    Outcome taken(Outcome outcome) {
        return outcome;
    }

    /** What those get who look at an outcome. */
    Outcome seen(Outcome outcome) {
        return outcome;
    }

    // Another one was faster. A persistent request may even run again, and that run is not for whoever saw the last
    // one.
    final Absent absent() {
        return state == Absent.FREED ? Absent.FREED : Absent.INACTIVE;
    }

    /** As {@link #consume()}, for a watch that was told of the end. */
    final Outcome consumeEnded() {
        Outcome outcome = consume();
        return outcome == null ? Absent.INACTIVE : outcome;
    }

    // Repeated waits would heap up dead watches on a request that stays active, if nobody dropped them.
    private static @Nullable Watch firstLive(@Nullable Watch watch) {
        Watch live = watch;
        while (live != null && live.isOver()) {
            live = live.older;
        }
        return live;
    }

    private static void tell(@Nullable Watch newest) {
        if (newest == null || newest.older == null) {
            tellOne(newest);
            return;
        }
        Deque<Watch> oldestFirst = new ArrayDeque<>();
        for (Watch watch = newest; watch != null; watch = watch.older) {
            oldestFirst.push(watch);
        }
        tellAll(oldestFirst);
    }

    /** What one of them throws, and what isn't dropped, comes behind the end of all. */
    private static void tellAll(Deque<Watch> oldestFirst) {
        try {
            while (oldestFirst.size() > 1) {
                tellOne(oldestFirst.pop());
            }
        } catch (Throwable fatal) {
            tellAll(oldestFirst);
            throw fatal;
        }
        tellOne(oldestFirst.poll());
    }

    private static void tellOne(@Nullable Watch watch) {
        if (watch == null) {
            return;
        }
        try {
            watch.onEnd();
        } catch (Throwable error) {
            // A subscriber that throws must not keep the end from the others.
            Exceptions.throwIfFatal(error);
            drop(error, watch);
        }
    }

    private static void drop(Throwable error, Watch watch) {
        Context context;
        try {
            context = watch.context();
        } catch (Throwable withoutContext) {
            Exceptions.throwIfFatal(withoutContext);
            context = Context.empty();
        }
        Operators.onErrorDropped(error, context);
    }
}
