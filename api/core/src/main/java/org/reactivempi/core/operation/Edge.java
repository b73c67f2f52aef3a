package org.reactivempi.core.operation;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;

/**
 * The edge between a subscriber, which may call from any thread, and an operation, which lives on the progress thread.
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
 * one that was claimed gives the message back, for the next receive, as long as nobody has seen it, or else ends as if nobody
 * had cancelled it. A send asks its receiver, and ends as that answers. A failure ends an operation from everywhere, but tells
 * a plain subscriber nothing after it has cancelled.
 *
 * <p>The memory of a receive may be its user's, who has it back when {@code cancel} returns, on whatever thread. So the engine
 * holds a receive while it writes there, and the thread that cancels copies what has come, while the state is
 * SAVING; each of the two waits for the other, which is in the middle of nothing but a copy.
 *
 * <p>The state is a field of the operation itself, so that an operation stays one object; this class knows how to move it.
 *
 * @param <O> the kind of operation
 */
final class Edge<O extends Edge.Operation> {

    /** What an operation lets its edge see. */
    interface Operation extends AnsweringSubscription, Runnable {

        /** The engine that it runs in. */
        Engine engine();

        /** Whether the caller is the engine's thread. */
        default boolean inProgressThread() {
            return engine().inProgressThread();
        }

        /** Has the engine's thread do something; throws when the engine has ended. */
        default void execute(Runnable command) {
            engine().execute(command);
        }

        /** The members of its communicator, if it has one. */
        default @Nullable Check members() {
            return null;
        }

        /** Who gets the signals. */
        CoreSubscriber<?> subscriber();

        /** Starts it, on the progress thread. */
        void start();

        /** Tries to take it back, on the progress thread. */
        void withdraw();

        /** Whether a message that has matched it is given back, if that is possible, as long as nobody has seen it. */
        default boolean givesBack() {
            return false;
        }

        /**
         * Makes sure that nothing of the message is in the user's memory alone any more, on any thread.
         *
         * @return false if that is impossible: the message stays here
         */
        default boolean save() {
            return true;
        }

        /** Gives the message back, unless it has been, on the progress thread. */
        default void giveBack() {}
    }

    static final int ASSEMBLED = 0;
    /** A started send that is cancelled waits for its receiver's answer. */
    static final int WITHDRAWING = 1;
    /** A started receive that is cancelled, and not claimed, will never be. */
    static final int CANCELLED = 2;

    /** One that is only ever restarted begins with its end. */
    static final int ENDED = 3;

    private static final int STARTED = 4;
    private static final int MATCHED = 5;
    private static final int RETURNING = 6;
    /** The engine has matched it, and may be writing to its memory. */
    private static final int HELD = 7;
    /** Somebody who cancels it is copying what has come. */
    private static final int SAVING = 8;

    private final AtomicIntegerFieldUpdater<O> state;
    private final int afterCancel;

    /**
     * An edge.
     *
     * @param state the field of the operations
     * @param afterCancel where cancelling takes a started one
     */
    Edge(AtomicIntegerFieldUpdater<O> state, int afterCancel) {
        this.state = state;
        this.afterCancel = afterCancel;
    }

    void request(O operation, long n) {
        if (n <= 0) {
            refuse(operation, n);
        } else if (state.compareAndSet(operation, ASSEMBLED, STARTED)) {
            start(operation);
        }
    }

    /** Starts one that has ended once more; the caller sees to it that it has. */
    void restart(O operation) {
        state.set(operation, STARTED);
        start(operation);
    }

    private void start(O operation) {
        if (operation.inProgressThread()) {
            operation.run();
        } else {
            post(operation);
        }
    }

    private void post(O operation) {
        try {
            operation.execute(operation);
        } catch (RejectedExecutionException e) {
            failed(operation, e);
        }
    }

    /** What the mailbox runs. */
    void run(O operation) {
        if (state.get(operation) == STARTED) {
            operation.start();
        } else {
            tellLater(operation);
        }
    }

    void cancel(O operation) {
        int before = state.get(operation);
        while (before == ASSEMBLED || before == STARTED || isMatched(before) && operation.givesBack()) {
            if (before == HELD && !operation.inProgressThread()) {
                Thread.yield();
            } else if (state.compareAndSet(operation, before, cancelledFrom(before))) {
                followUp(operation, before);
                return;
            }
            before = state.get(operation);
        }
    }

    private static boolean isMatched(int state) {
        return state == MATCHED || state == HELD;
    }

    /** Whether it is cancelled, and has not ended yet. */
    boolean isCancelled(O operation) {
        return state.get(operation) == afterCancel;
    }

    /** Whether a receive is cancelled for sure, and has not ended yet. */
    boolean endsAsCancelled(O operation) {
        int now = state.get(operation);
        return now == CANCELLED || now == RETURNING;
    }

    private int cancelledFrom(int before) {
        return switch (before) {
            case STARTED -> afterCancel;
            case MATCHED, HELD -> SAVING;
            default -> CANCELLED;
        };
    }

    private void followUp(O operation, int before) {
        switch (before) {
            case STARTED -> onProgressThread(operation, operation::withdraw);
            case MATCHED, HELD -> save(operation, before);
            default -> tellLater(operation);
        }
    }

    private void save(O operation, int before) {
        boolean isSaved = false;
        try {
            isSaved = operation.save();
        } finally {
            state.set(operation, isSaved ? RETURNING : before);
        }
        if (isSaved) {
            onProgressThread(operation, () -> giveBack(operation));
        }
    }

    /** The command may come late: when the operation has given its message back at its end, and even runs again. */
    private void giveBack(O operation) {
        if (state.get(operation) == RETURNING) {
            operation.giveBack();
        }
    }

    /** A message is about to match; false if it may not. */
    boolean claim(O operation) {
        return state.compareAndSet(operation, STARTED, MATCHED);
    }

    /** As {@link #claim}, and {@link #hold}s it. */
    boolean claimAndHold(O operation) {
        return state.compareAndSet(operation, STARTED, HELD);
    }

    /**
     * Keeps the memory of a matched receive with the engine, which is about to write to it, until it is released. On the
     * progress thread.
     *
     * @return false if its message goes back, so that it has other memory by now
     */
    boolean hold(O operation) {
        int before = state.get(operation);
        while (before == SAVING || before == MATCHED && !state.compareAndSet(operation, MATCHED, HELD)) {
            Thread.yield();
            before = state.get(operation);
        }
        return isMatched(before);
    }

    /** The engine has written, or won't; without effect on one that it doesn't hold. On the progress thread. */
    void release(O operation) {
        if (state.get(operation) == HELD) {
            state.lazySet(operation, MATCHED);
        }
    }

    /**
     * It has completed; true if the subscriber is to hear of it, false if its message has gone back.
     *
     * <p>Only an operation that gives messages back can still be told by another thread what to do with its message. All
     * others just end: a cancellation that comes at this moment is too late, whether it sees that or not.
     */
    boolean end(O operation) {
        if (operation.givesBack()) {
            return endOrGiveBack(operation);
        }
        int before = state.get(operation);
        state.lazySet(operation, ENDED);
        return before == MATCHED || before == STARTED || before == WITHDRAWING;
    }

    private boolean endOrGiveBack(O operation) {
        int before = endState(operation);
        if (isMatched(before) || before == STARTED) {
            return true;
        }
        // Before anybody hears of the end, and starts the operation again.
        operation.giveBack();
        if (before == RETURNING) {
            tell(operation);
        }
        return false;
    }

    /** Moves it to its end, behind a thread that is just copying its message; returns where it was. */
    private int endState(O operation) {
        int before = state.get(operation);
        while (before == SAVING || !state.compareAndSet(operation, before, ENDED)) {
            Thread.yield();
            before = state.get(operation);
        }
        return before;
    }

    void failed(O operation, Throwable failure) {
        int before = endState(operation);
        if (before == CANCELLED || before == RETURNING) {
            tell(operation);
        } else if (isMatched(before)
                || before == STARTED
                || before == WITHDRAWING && operation.subscriber() instanceof CancelListener) {
            fail(operation, Failures.of(failure, operation.members()));
        }
    }

    /** It has ended without having matched, as its cancellation wanted. */
    void cancelled(O operation) {
        if (endState(operation) != ENDED) {
            tell(operation);
        }
    }

    private void onProgressThread(O operation, Runnable work) {
        if (operation.inProgressThread()) {
            work.run();
            return;
        }
        try {
            operation.execute(work);
        } catch (RejectedExecutionException e) {
            // The engine has ended, and with it the operation.
        }
    }

    /** It was cancelled before it started. Not at once, since the caller may be in the middle of something. */
    private void tellLater(O operation) {
        if (operation.subscriber() instanceof CancelListener) {
            try {
                operation.execute(() -> cancelled(operation));
            } catch (RejectedExecutionException e) {
                cancelled(operation);
            }
        }
    }

    private static void tell(Operation operation) {
        if (operation.subscriber() instanceof CancelListener listener) {
            try {
                listener.onCancelled();
            } catch (Throwable thrown) {
                drop(thrown, operation);
            }
        }
    }

    /** Rule 3.9 of Reactive Streams: a request for nothing is an error signal. */
    private void refuse(O operation, long n) {
        if (state.compareAndSet(operation, ASSEMBLED, ENDED)) {
            fail(operation, nothing(n));
        } else {
            // Where it ends, so that it does not end in both ways.
            onProgressThread(operation, () -> refuseStarted(operation, n));
        }
    }

    private void refuseStarted(O operation, long n) {
        int before = state.get(operation);
        while (before == STARTED || before == MATCHED) {
            if (state.compareAndSet(operation, before, ENDED)) {
                if (before == STARTED) {
                    operation.withdraw();
                }
                fail(operation, nothing(n));
                return;
            }
            before = state.get(operation);
        }
    }

    private static IllegalArgumentException nothing(long n) {
        return new IllegalArgumentException("request(" + n + "): rule 3.9 wants a positive number");
    }

    /** Gives a value and the end. What the subscriber throws goes to Reactor's hooks, and is its own loss (RX-8). */
    static <T> void succeed(Operation operation, CoreSubscriber<? super T> subscriber, T value) {
        try {
            subscriber.onNext(value);
            subscriber.onComplete();
        } catch (Throwable thrown) {
            drop(thrown, operation);
        }
    }

    /** Gives the end alone. */
    static void complete(Operation operation) {
        try {
            operation.subscriber().onComplete();
        } catch (Throwable thrown) {
            drop(thrown, operation);
        }
    }

    private static void fail(Operation operation, Throwable error) {
        try {
            operation.subscriber().onError(error);
        } catch (Throwable thrown) {
            drop(thrown, operation);
        }
    }

    private static void drop(Throwable thrown, Operation operation) {
        operation.engine().drop(thrown, operation.subscriber());
    }
}
