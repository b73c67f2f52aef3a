package org.reactivempi.transport.engine.operation;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.progress.Completable;
import org.reactivempi.transport.engine.progress.CompletionQueue;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * An operation, from its subscription to its last signal: the subscription that its user holds, which any thread may call, and what
 * the engine moves on the progress thread.
 *
 * <pre>
 *  receives   ASSEMBLED --request--&gt; STARTED --claim--&gt; HELD &lt;--hold, release--&gt; MATCHED --end--&gt; ENDED
 *                 |                     |                                        |    ^
 *                 +------cancel---------+--&gt; CANCELLED                        cancel  | it can't go back
 *                                                                                v    |
 *                                                                     RETURNING &lt;-- SAVING
 *
 *  sends      ASSEMBLED --request--&gt; STARTED ------end------&gt; ENDED
 *                 |                     |                       ^
 *               cancel                cancel                   end
 *                 |                     |                       |
 *                 +--&gt; CANCELLED &lt;------+-----&gt; WITHDRAWING ----+
 *                          ^-------- withdrawn -----'
 * </pre>
 * A message and a cancellation meet at STARTED, and one of them wins: a receive that was cancelled cannot be claimed, and
 * one that was claimed gives the message back, for the next receive, as long as its user has not seen it, or else ends as if it
 * had not been cancelled. A send asks its receiver, and ends as that answers. A failure ends an operation from every state, but
 * tells a plain subscriber nothing after it has cancelled.
 *
 * <p>The memory of a receive may be its user's. The user has it back when {@code cancel} returns, on whatever thread.
 * So the engine holds a receive while it writes there, and the thread that cancels copies what has come, while the
 * state is SAVING; each of the two waits for the other, which is in the middle of nothing but a copy.
 *
 * <p>How the engine's part ends is noted apart from that, by the progress thread alone, in {@link Completable}. Then the operation
 * stands in the {@link CompletionQueue}, and in its turn moves to its end, where a cancellation that came in between may still give
 * the message back.
 *
 * <p>An operation that nobody subscribes, such as a message of a stream, is OWNED from its start to its end, and its owner overrides
 * {@link #onDone}, {@link #onCancelled} and {@link #onFailed}.
 */
public abstract class Operation extends Completable implements Subscription, Runnable, Scannable {

    /** The engine, as far as an operation knows it. */
    public interface Host {

        /** Whether the caller is the engine's thread. */
        boolean inProgressThread();

        /** Has the engine's thread do something; throws {@link RejectedExecutionException} when the engine has ended. */
        void execute(Runnable command);

        /** As {@link #execute}, for what may run on the caller's thread as well, before this returns. */
        default void begin(Runnable operation) {
            execute(operation);
        }

        /**
         * Leaves a signal to the progress thread, if the calling thread is one of the program's that does its work.
         *
         * @return false if the caller is to give it itself, as unless overridden
         */
        default boolean leave(Runnable signal) {
            return false;
        }

        /**
         * Whether the calling thread may give signals to {@code subscriber}, whichever thread that is; asked inside the loop.
         *
         * @return false unless overridden
         */
        default boolean isQuiet(CoreSubscriber<?> subscriber) {
            return false;
        }

        /** Tells of what a subscriber has thrown. */
        void drop(Throwable thrown, CoreSubscriber<?> subscriber);
    }

    /** Subscribed, and not requested yet. */
    private static final int ASSEMBLED = 0;
    /** Requested: the progress thread starts it, or has started it, and no message has met it. */
    private static final int STARTED = 1;
    /** A receive or a probe has met its message; the engine does not write to its memory now. */
    private static final int MATCHED = 2;
    /** A receive has met its message, and the engine may be writing to its memory. */
    private static final int HELD = 3;
    /** A thread that cancels a matched receive is copying what has come. */
    private static final int SAVING = 4;
    /** A matched receive was cancelled: its message goes back, and it ends as cancelled. */
    private static final int RETURNING = 5;
    /** A started operation was cancelled that only its receiver, or its work, can take back: it waits for the answer. */
    private static final int WITHDRAWING = 6;
    /** Cancelled before it was started, or before a message met it: it ends as cancelled. */
    private static final int CANCELLED = 7;
    /** It has ended, and its subscriber hears nothing more; one that is started again and again begins here. */
    private static final int ENDED = 8;
    /** Nobody has subscribed it: its owner starts it, on the progress thread, and no other thread knows it. */
    private static final int OWNED = 9;

    private static final AtomicIntegerFieldUpdater<Operation> STATE =
            AtomicIntegerFieldUpdater.newUpdater(Operation.class, "state");

    // Without an initial value: storing one would cost a fence.
    private volatile int state;

    // What the kinds of operations answer.

    /** Gets the signals; null for an operation that is {@link #OWNED}, as unless overridden. */
    protected @Nullable CoreSubscriber<?> subscriber() {
        return null;
    }

    /** The engine that it runs in. */
    protected Host host() {
        throw new IllegalStateException("nobody has subscribed " + this);
    }

    /** Starts it, on the progress thread. */
    protected void start() {
        throw new IllegalStateException("nobody has subscribed " + this);
    }

    /** Tries to take it back after its start, on the progress thread. */
    protected void withdraw() {
        throw new IllegalStateException("nobody has subscribed " + this);
    }

    /** What a cancellation does first, on the cancelling thread; nothing unless overridden. */
    protected void beforeCancel() {}

    /** Tells a subscriber that its cancellation took effect; null if the subscriber does not want to hear of that. */
    protected @Nullable Runnable answer() {
        return null;
    }

    /** What it is, for people, such as {@code irecv(source 0, tag 7)}; null where nobody needs to know, as unless overridden. */
    protected @Nullable String inWords() {
        return null;
    }

    /** What the subscriber is told of a failure of the engine. */
    protected Throwable error(Throwable failure) {
        return failure;
    }

    /**
     * Has somebody hear of an error before the subscriber does; asked on the way of an error alone.
     *
     * @param signal gives it to the subscriber; if the result is true, to be run once, later
     * @return false where nobody wants to hear, as unless overridden
     */
    protected boolean announce(Throwable told, Runnable signal) {
        return false;
    }

    /** Whether it meets its message in this rank, so that a cancellation which finds it unmatched takes effect at once. */
    protected boolean isMatchedHere() {
        return false;
    }

    /**
     * Whether other ranks count on it from its request on: then it starts even if it was cancelled before the progress thread came to it,
     * and is taken back as far as it can be only after that.
     *
     * @return false unless overridden
     */
    protected boolean isPromised() {
        return false;
    }

    /** Whether the engine writes to its memory from the match on. */
    protected boolean isFilled() {
        return false;
    }

    /** Whether a message that has matched it is given back, if that is possible, as long as its user has not seen it. */
    protected boolean givesBack() {
        return false;
    }

    /**
     * Makes sure that nothing of the message is in the user's memory alone any more, on any thread.
     *
     * @return false if that is impossible: the message stays here
     */
    protected boolean save() {
        return true;
    }

    /** Has the engine give the message back, unless it has been, on the progress thread. */
    protected void returnMessage() {}

    /**
     * Whether this is a message of a {@code Conversation}, which has started before and describes itself.
     *
     * @return false unless overridden
     */
    public boolean isPart() {
        return false;
    }

    /** The engine's part has ended well: tells the user, or the owner. */
    protected abstract void onDone();

    /** It was taken back. */
    protected void onCancelled() {
        endAsCancelled();
    }

    /** It has failed. */
    protected void onFailed(Throwable failure) {
        endAsFailed(failure);
    }

    // From the user, on any thread.

    @Override
    public final void request(long n) {
        if (n <= 0) {
            refuse(n);
        } else if (STATE.compareAndSet(this, ASSEMBLED, STARTED)) {
            enter();
        }
    }

    /** Rests until it is {@link #restart}ed; before anything else. */
    public final void rest() {
        state = ENDED;
    }

    /** Starts it once more; the caller sees to it that it has ended. */
    public final void restart() {
        reset();
        state = STARTED;
        enter();
    }

    private void enter() {
        if (host().inProgressThread()) {
            run();
            return;
        }
        try {
            host().begin(this);
        } catch (RejectedExecutionException e) {
            endAsFailed(e);
        }
    }

    /** Starts it; what the mailbox runs. */
    @Override
    public final void run() {
        if (state == STARTED) {
            start();
        } else if (state == WITHDRAWING && isPromised()) {
            start();
            withdrawIfCancelled();
        } else {
            tellLater();
        }
    }

    @Override
    public final void cancel() {
        beforeCancel();
        int before = state;
        while (before == ASSEMBLED || before == STARTED || isMatched(before) && givesBack()) {
            if (before == HELD && !host().inProgressThread()) {
                Thread.yield();
            } else if (STATE.compareAndSet(this, before, cancelledFrom(before))) {
                followUp(before);
                return;
            }
            before = state;
        }
    }

    private int cancelledFrom(int before) {
        return switch (before) {
            case STARTED -> cancelledState();
            case MATCHED, HELD -> SAVING;
            default -> CANCELLED;
        };
    }

    private int cancelledState() {
        return isMatchedHere() ? CANCELLED : WITHDRAWING;
    }

    private static boolean isMatched(int state) {
        return state == MATCHED || state == HELD;
    }

    private void followUp(int before) {
        switch (before) {
            case STARTED -> onProgressThread(this::withdrawIfCancelled);
            case MATCHED, HELD -> saveFrom(before);
            default -> tellLater();
        }
    }

    /** The command may come late: when the operation has ended, and even runs again. */
    private void withdrawIfCancelled() {
        if (state == cancelledState()) {
            withdraw();
        }
    }

    private void saveFrom(int before) {
        boolean isSaved = false;
        try {
            isSaved = save();
        } finally {
            state = isSaved ? RETURNING : before;
        }
        if (isSaved) {
            onProgressThread(this::returnIfCancelled);
        }
    }

    /** The command may come late: when the operation has given its message back at its end, and even runs again. */
    private void returnIfCancelled() {
        if (state == RETURNING) {
            returnMessage();
        }
    }

    private void onProgressThread(Runnable work) {
        if (host().inProgressThread()) {
            work.run();
            return;
        }
        try {
            host().execute(work);
        } catch (RejectedExecutionException e) {
            // The engine has ended, and with it the operation.
        }
    }

    /** It was cancelled before it started. Not at once, since the caller may be in the middle of something. */
    private void tellLater() {
        if (answer() != null) {
            try {
                host().execute(this::endAsCancelled);
            } catch (RejectedExecutionException e) {
                endAsCancelled();
            }
        }
    }

    /** Rule 3.9 of Reactive Streams: a request for nothing is an error signal. */
    private void refuse(long n) {
        if (STATE.compareAndSet(this, ASSEMBLED, ENDED)) {
            tellError(nothing(n));
        } else {
            // Where it ends, so that it does not end in both ways.
            onProgressThread(() -> refuseStarted(n));
        }
    }

    private void refuseStarted(long n) {
        int before = state;
        while (before == STARTED || before == MATCHED) {
            if (STATE.compareAndSet(this, before, ENDED)) {
                if (before == STARTED) {
                    withdraw();
                }
                tellError(nothing(n));
                return;
            }
            before = state;
        }
    }

    private static IllegalArgumentException nothing(long n) {
        return new IllegalArgumentException("request(" + n + "): rule 3.9 wants a positive number");
    }

    /** Whether it is certain already that it ends as cancelled, which its subscriber may hear only later; on any thread. */
    public final boolean endsAsCancelled() {
        int now = state;
        return now == CANCELLED || now == RETURNING;
    }

    /** Whether its subscriber has cancelled it after its start, where only its receiver can take it back. */
    protected final boolean isCancelling() {
        return state == WITHDRAWING;
    }

    // From an owner in place of a user.

    /** Nobody subscribes it; before anything else. */
    protected final void own() {
        STATE.lazySet(this, OWNED);
    }

    /** Nobody subscribes it, but other threads may {@link #renounce} it; before anything else. */
    protected final void ownShared() {
        STATE.lazySet(this, STARTED);
    }

    /**
     * Makes sure on any thread that no message meets it any more; the progress thread has to withdraw it as well.
     *
     * @return false if a message has met it, or if it has been renounced before
     */
    protected final boolean renounce() {
        return STATE.compareAndSet(this, STARTED, CANCELLED);
    }

    // The match, on the progress thread.

    /**
     * A message is about to match it: decides between that and a cancellation that comes from another thread at the same moment.
     * Where the engine writes to its memory, it {@link #hold}s it from then on.
     *
     * @return false if it was cancelled, and can't be matched any more
     */
    public final boolean claim() {
        return state == OWNED || STATE.compareAndSet(this, STARTED, isFilled() ? HELD : MATCHED);
    }

    /**
     * Keeps the memory of a matched receive with the engine, which is about to write to it, until it is {@link #release}d.
     *
     * @return false if its message goes back, so that it has other memory by now
     */
    public final boolean hold() {
        int before = state;
        while (before == SAVING || before == MATCHED && !STATE.compareAndSet(this, MATCHED, HELD)) {
            Thread.yield();
            before = state;
        }
        return isMatched(before) || before == OWNED;
    }

    /** The engine has written, or won't; without effect on one that it doesn't hold. */
    public final void release() {
        if (state == HELD) {
            STATE.lazySet(this, MATCHED);
        }
    }

    // The end, on the progress thread.

    @Override
    protected final void signal() {
        Throwable failure = failure();
        if (isWithdrawn()) {
            onCancelled();
        } else if (failure != null) {
            onFailed(failure);
        } else {
            onDone();
        }
    }

    @Override
    protected boolean isQuiet() {
        CoreSubscriber<?> subscriber = subscriber();
        return subscriber != null && host().isQuiet(subscriber);
    }

    /**
     * It has completed; true if the subscriber is to hear of it, false if its message has gone back.
     *
     * <p>Only an operation that gives messages back can still be told by another thread what to do with its message. All
     * others just end: a cancellation that comes at this moment is too late, whether it sees that or not.
     */
    protected final boolean end() {
        if (givesBack()) {
            return endOrGiveBack();
        }
        int before = state;
        STATE.lazySet(this, ENDED);
        return before == MATCHED || before == STARTED || before == WITHDRAWING;
    }

    private boolean endOrGiveBack() {
        int before = endState();
        if (isMatched(before) || before == STARTED) {
            return true;
        }
        // Before the subscriber hears of the end, and starts the operation again.
        returnMessage();
        if (before == RETURNING) {
            tellCancelled();
        }
        return false;
    }

    /** Moves it to its end, once no thread is copying its message any more; returns where it was. */
    private int endState() {
        int before = state;
        while (before == SAVING || !STATE.compareAndSet(this, before, ENDED)) {
            Thread.yield();
            before = state;
        }
        return before;
    }

    /** It has failed; a plain subscriber that has cancelled it hears nothing. */
    protected final void endAsFailed(Throwable failure) {
        int before = endState();
        if (before == CANCELLED || before == RETURNING) {
            tellCancelled();
        } else if (isMatched(before) || before == STARTED || before == WITHDRAWING && answer() != null) {
            Throwable told = error(failure);
            if (!announce(told, () -> tellError(told))) {
                tellError(told);
            }
        }
    }

    /** It has ended without having matched, as its cancellation wanted. */
    protected final void endAsCancelled() {
        if (endState() != ENDED) {
            tellCancelled();
        }
    }

    private void tellCancelled() {
        cancelled();
        Runnable answer = answer();
        if (answer != null) {
            try {
                answer.run();
            } catch (Throwable thrown) {
                drop(thrown);
            }
        }
    }

    /** Gives a value and the end. What the subscriber throws goes to Reactor's hooks, and is its own loss (RX-8). */
    protected final <T> void tell(CoreSubscriber<? super T> subscriber, T value) {
        try {
            subscriber.onNext(value);
            subscriber.onComplete();
        } catch (Throwable thrown) {
            drop(thrown);
        }
    }

    /** Gives the end alone. */
    protected final void tellEnd(CoreSubscriber<?> subscriber) {
        try {
            subscriber.onComplete();
        } catch (Throwable thrown) {
            drop(thrown);
        }
    }

    /** Also where it starts, which may be on a thread that only does the progress thread's work. */
    private void tellError(Throwable error) {
        CoreSubscriber<?> subscriber = subscriber();
        if (subscriber != null && (isQuiet() || !host().leave(() -> tellError(subscriber, error)))) {
            tellError(subscriber, error);
        }
    }

    private void tellError(CoreSubscriber<?> subscriber, Throwable error) {
        try {
            subscriber.onError(error);
        } catch (Throwable thrown) {
            drop(thrown);
        }
    }

    private void drop(Throwable thrown) {
        CoreSubscriber<?> subscriber = subscriber();
        if (subscriber != null) {
            host().drop(thrown, subscriber);
        }
    }

    // What Reactor's tools and diagnosis ask.

    @Override
    public ContextView reactorContext() {
        CoreSubscriber<?> subscriber = subscriber();
        return subscriber == null ? Context.empty() : subscriber.currentContext();
    }

    /** Where the user has called it, in words, as far as Reactor knows; or null. */
    protected final @Nullable String site() {
        CoreSubscriber<?> subscriber = subscriber();
        return subscriber == null ? null : CallSite.of(subscriber);
    }

    @Override
    @SuppressWarnings("rawtypes") // As Reactor declares it.
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.ACTUAL) {
            return subscriber();
        }
        if (key == Attr.CANCELLED) {
            return isCancelled();
        }
        if (key == Attr.TERMINATED) {
            return state == ENDED && !isCancelled();
        }
        if (key == Attr.PREFETCH) {
            return 0;
        }
        if (key == Attr.NAME) {
            return inWords();
        }
        return key == Attr.RUN_STYLE ? Attr.RunStyle.ASYNC : null;
    }

    private boolean isCancelled() {
        return switch (state) {
            case CANCELLED, WITHDRAWING, SAVING, RETURNING -> true;
            case ENDED -> isWithdrawn();
            default -> false;
        };
    }
}
