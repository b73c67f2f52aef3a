package org.reactivempi.core.request;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivempi.core.request.RequestOutcome.Absent;
import org.reactivempi.transport.engine.port.EndNumbers;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * A request. One field holds the watches of the waits while the request is active, then its {@link RequestOutcome}:
 *
 * <pre>
 *           +------------------ start, if persistent ------------------+
 *           v                                                          |
 *  null or Watch  --end--&gt;  Status or Failure  --consume--&gt;  Absent.INACTIVE
 *           |                       |                                  |
 *           +-----------------------+---------- free ------------------+--&gt;  Absent.FREED
 * </pre>
 *
 * The thread that moves the field tells the watches, oldest first. Exactly one wait or test consumes an outcome.
 */
abstract class CoreRequest implements Request {

    private static final AtomicReferenceFieldUpdater<CoreRequest, Object> STATE =
            AtomicReferenceFieldUpdater.newUpdater(CoreRequest.class, Object.class, "state");

    // Without an initial value: storing one would cost a fence.
    private volatile @Nullable Object state;
    /** Says which of several has ended first, by {@link EndNumbers}. */
    private long endNumber;

    /** A request that is active, or inactive with {@link Absent#INACTIVE}. */
    CoreRequest(@Nullable Absent outcome) {
        if (outcome != null) {
            STATE.lazySet(this, outcome);
        }
    }

    @Override
    public final Mono<Status> completion() {
        return new OneWait(this);
    }

    @Override
    public final Optional<Status> test() {
        lookIfActive();
        return result(consume());
    }

    @Override
    public final Optional<Status> status() {
        lookIfActive();
        return result(look());
    }

    @Override
    public final boolean isComplete() {
        lookIfActive();
        return hasEnded();
    }

    /** As {@link #isComplete}, and moves nothing. */
    final boolean hasEnded() {
        Object outcome = outcome();
        if (outcome == Absent.FREED) {
            throw RequestOutcome.freed();
        }
        return outcome != null;
    }

    @Override
    public void free() {
        release();
    }

    /** The operation of this library that it stands for; null where it is the user's, or composed with operators of Reactor. */
    PersistentOperation.@Nullable Source operation() {
        return null;
    }

    /** A thread that tests moves messages: what it asks for may have come. True if it has done so. */
    final boolean lookIfActive() {
        PersistentOperation.Source operation = isActive(state) ? operation() : null;
        if (operation != null) {
            operation.look();
        }
        return operation != null;
    }

    private static boolean isActive(@Nullable Object state) {
        return state == null || state instanceof Watch;
    }

    /** Frees the request, and returns what it held, {@code null} if it was active. */
    final @Nullable Object release() {
        Object before = state;
        while (before != Absent.FREED) {
            noteEnd(before);
            if (STATE.compareAndSet(this, before, Absent.FREED)) {
                if (!isActive(before)) {
                    return before;
                }
                tell((Watch) before);
                return null;
            }
            before = state;
        }
        throw RequestOutcome.freed();
    }

    /** Makes an inactive request active; false, without effect, if it is anything else. */
    final boolean activate() {
        return STATE.compareAndSet(this, Absent.INACTIVE, null);
    }

    private static Optional<Status> result(@Nullable Object outcome) {
        return outcome == null ? Optional.empty() : Optional.of(RequestOutcome.statusOrThrow(outcome));
    }

    /** Makes the request complete and tells the watches, oldest first; false, without effect, if it is not active. */
    final boolean end(Object outcome) {
        Object before = state;
        while (isActive(before)) {
            noteEnd(before);
            if (STATE.compareAndSet(this, before, outcome)) {
                tell((Watch) before);
                return true;
            }
            before = state;
        }
        return false;
    }

    // Before the outcome is there, so that a thread that sees the outcome sees the number.
    private void noteEnd(@Nullable Object before) {
        if (isActive(before)) {
            endNumber = before == null ? nextEndNumber() : ((Watch) before).endNumber(this);
        }
    }

    private long nextEndNumber() {
        EndNumbers ends = ends();
        return ends == null ? EndNumbers.takeOfNone(1) : ends.take(1);
    }

    /** What counts the ends of its rank's operations; null where it is of no rank. */
    final @Nullable EndNumbers ends() {
        PersistentOperation.Source operation = operation();
        return operation == null ? null : operation.ends();
    }

    /**
     * Smaller than that of a request that has ended later; of no use while it is active. Among requests for all of which one wait stood
     * alone, it tells their order, and else no more than that they ended after the beginning of that wait.
     */
    final long endNumber() {
        return endNumber;
    }

    /** Calls the watch when the request has ended, at once if it has already. */
    final void watch(Watch watch) {
        Object before = state;
        while (isActive(before)) {
            if (STATE.compareAndSet(this, before, watch.above(firstLive((Watch) before)))) {
                return;
            }
            before = state;
        }
        tellOne(watch);
    }

    /** Calls the place in a list at each end, also the one that was before. */
    void attach(Standing place) {
        watch(place);
    }

    /** The place was given to another request, and needs no calls any more. */
    void detach(Standing place) {
        // An operation that is started once drops it with its other watches.
    }

    /** How the operation ended, {@link Absent} once that is consumed or the request freed, {@code null} while it is active. */
    final @Nullable Object outcome() {
        Object now = state;
        return isActive(now) ? null : now;
    }

    /** As {@link #outcome()}, and gives an outcome to one caller only; all later ones get {@code INACTIVE}. */
    final @Nullable Object consume() {
        Object outcome = outcome();
        if (outcome == null || outcome instanceof Absent) {
            return outcome;
        }
        return consume(outcome) ? taken(outcome) : absent();
    }

    /** Makes the request inactive if it still has this outcome. */
    final boolean consume(Object outcome) {
        return !(outcome instanceof Absent) && STATE.compareAndSet(this, outcome, Absent.INACTIVE);
    }

    /** As {@link #outcome()}, as a user is to see it. */
    final @Nullable Object look() {
        Object outcome = outcome();
        return outcome == null || outcome instanceof Absent ? outcome : seen(outcome);
    }

    /** What the wait or test gets that has consumed an outcome. */
    Object taken(Object outcome) {
        return outcome;
    }

    /** What a look at an outcome gives. */
    Object seen(Object outcome) {
        return outcome;
    }

    // Another wait was faster. A persistent request may even run again, and the end of that run is not for the wait
    // that saw
    // the last one.
    final Object absent() {
        return state == Absent.FREED ? Absent.FREED : Absent.INACTIVE;
    }

    /** As {@link #consume()}, for a watch that was told of the end. */
    final Object consumeEnded() {
        Object outcome = consume();
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

    private void tell(@Nullable Watch newest) {
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

    /** A fatal error of one watch is thrown when all others have been told. */
    private void tellAll(Deque<Watch> oldestFirst) {
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

    /** On the progress thread, where it runs code of the program and the calling thread only does the work of that. */
    final void tellOne(@Nullable Watch watch) {
        if (watch != null && (watch.isQuiet() || !isLeft(watch))) {
            tellNow(watch);
        }
    }

    private boolean isLeft(Watch watch) {
        PersistentOperation.Source operation = operation();
        return operation != null && operation.leave(() -> tellNow(watch));
    }

    private void tellNow(Watch watch) {
        try {
            watch.onEnd(this);
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

    /**
     * One wait's place at one request. Watches of a request form a stack, newest first, which ends when the request does.
     */
    abstract static class Watch {

        /** The next older watch; written only before this one is published. */
        @Nullable
        Watch older;

        /** This watch as it is to stand above an older one, where there is one. */
        Watch above(@Nullable Watch older) {
            this.older = older;
            return this;
        }

        /** Whether the wait has its result or was cancelled, so that this watch may be dropped. */
        abstract boolean isOver();

        /**
         * The request has ended. Called once: on the thread that ended it, or on the watching thread if that was before.
         * The outcome may already be consumed by another wait.
         */
        abstract void onEnd(CoreRequest ended);

        /** Whether {@link #onEnd} runs no code of the program, but that of the calling thread; false unless overridden. */
        boolean isQuiet() {
            return false;
        }

        /** The number of the end of a request that ends now. */
        long endNumber(CoreRequest ending) {
            return ending.nextEndNumber();
        }

        /** The context of the waiting subscriber, whose hooks get what it throws. */
        Context context() {
            return Context.empty();
        }
    }

    /** A request's place in a list, which is told of each start and each end as long as the request stands there. */
    abstract static class Standing extends Watch {

        /** The request has been started, and its operation has not yet. */
        abstract void onStart();

        /** The request tells its starts and ends from now on. */
        abstract void onAttached();
    }
}
