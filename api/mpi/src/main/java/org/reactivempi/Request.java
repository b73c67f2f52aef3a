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
 *  (none) -------> active ------------------------> complete -------------------> inactive
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

    Request() {}

    /**
     * Starts an operation at once, and keeps the handle.
     *
     * @param operation what to start; subscribed once, with unbounded demand, on the calling thread. One that ends
     *     without a value gives the empty status.
     * @return the request, active or already complete
     */
    public static Request start(Mono<Status> operation) {
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
        return Optional.ofNullable(consume()).map(Outcome::statusOrThrow);
    }

    /**
     * Looks whether the operation has ended, and leaves the request as it is ({@code MPI_Request_get_status}).
     *
     * @return as {@link #test()}
     * @throws MpiException as {@link #test()}
     */
    public Optional<Status> status() {
        return Optional.ofNullable(outcome()).map(Outcome::statusOrThrow);
    }

    /**
     * Whether the operation has ended.
     *
     * @return true if the request is complete or inactive
     */
    public boolean isComplete() {
        return outcome() != null;
    }

    /**
     * Cancels the operation ({@code MPI_Cancel}) if it is still active: its subscription is cancelled, and the request
     * completes with a status that {@link Status#isCancelled() is cancelled}. It must still be waited for.
     *
     * <p>Local, returns at once. Cancelling a subscription gives no answer, so the request is complete as cancelled even
     * if a message matched at the same moment: such a send is still delivered, and such a receive still fills its
     * buffer.
     */
    public abstract void cancel();

    /** Makes the request complete unless it is already, and tells those who wait, oldest first. */
    final void end(Outcome outcome) {
        RequestState before = state;
        while (!(before instanceof Outcome)) {
            if (STATE.compareAndSet(this, before, outcome)) {
                tell((Watch) before);
                return;
            }
            before = state;
        }
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
        watch.onEnd();
    }

    /** How the operation ended, {@link Outcome#INACTIVE} once that is consumed, {@code null} while it is active. */
    final @Nullable Outcome outcome() {
        return state instanceof Outcome outcome ? outcome : null;
    }

    /** As {@link #outcome()}, and gives an outcome to one caller only; all later ones get {@code INACTIVE}. */
    final @Nullable Outcome consume() {
        Outcome outcome = outcome();
        if (outcome == null || outcome == Outcome.INACTIVE) {
            return outcome;
        }
        return STATE.compareAndSet(this, outcome, Outcome.INACTIVE) ? outcome : Outcome.INACTIVE;
    }

    /** As {@link #consume()}, for a watch that was told of the end. */
    final Outcome consumeEnded() {
        Outcome outcome = consume();
        return outcome == null ? Outcome.INACTIVE : outcome;
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
        oldestFirst.forEach(Request::tellOne);
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
            Operators.onErrorDropped(error, Context.empty());
        }
    }
}
