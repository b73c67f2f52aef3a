package org.reactivempi.core.operation;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * The edge between a subscriber, which may call from any thread, and an operation, which lives on the progress thread.
 *
 * <pre>
 *  receives   ASSEMBLED --request--&gt; STARTED --claim--&gt; MATCHED --end--&gt; ENDED
 *                 |                     |                  |
 *                 +------cancel---------+--&gt; CANCELLED     +--cancel, if it can be--&gt; RETURNING
 *
 *  sends      ASSEMBLED --request--&gt; STARTED ------end------&gt; ENDED
 *                 |                     |                       ^
 *               cancel                cancel                   end
 *                 |                     |                       |
 *                 +--&gt; CANCELLED &lt;------+-----&gt; WITHDRAWING ----+
 *                          ^-------- withdrawn -----'
 * </pre>
 * A message and a cancellation meet at STARTED, and one of them wins: a receive that was cancelled cannot be claimed, and
 * one that was claimed ends as if nobody had cancelled it; or, where nobody has seen the message yet, gives it back, for
 * the next receive. A send asks its receiver, and ends as that answers. A failure ends an operation from everywhere, but
 * tells a plain subscriber nothing after it has cancelled.
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

        /** Whether a message that has matched it can be given back as long as nobody has seen it. */
        default boolean givesBack() {
            return false;
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

    private static final Logger log = Loggers.getLogger(Edge.class);

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
        while (before == ASSEMBLED || before == STARTED || before == MATCHED && operation.givesBack()) {
            if (state.compareAndSet(operation, before, cancelledFrom(before))) {
                followUp(operation, before);
                return;
            }
            before = state.get(operation);
        }
    }

    /** Whether it is cancelled, and has not ended yet. */
    boolean isCancelled(O operation) {
        return state.get(operation) == afterCancel;
    }

    private int cancelledFrom(int before) {
        return switch (before) {
            case STARTED -> afterCancel;
            case MATCHED -> RETURNING;
            default -> CANCELLED;
        };
    }

    private void followUp(O operation, int before) {
        switch (before) {
            case STARTED -> onProgressThread(operation, operation::withdraw);
            case MATCHED -> onProgressThread(operation, operation::giveBack);
            default -> tellLater(operation);
        }
    }

    /** A message is about to match; false if it may not. */
    boolean claim(O operation) {
        return state.compareAndSet(operation, STARTED, MATCHED);
    }

    /**
     * It has completed; true if the subscriber is to hear of it, false if its message goes back.
     *
     * <p>Only an operation that gives messages back can still be told by another thread what to do with its message. All
     * others just end: a cancellation that comes at this moment is too late, whether it sees that or not.
     */
    boolean end(O operation) {
        if (operation.givesBack()) {
            return endUnlessReturning(operation);
        }
        int before = state.get(operation);
        state.lazySet(operation, ENDED);
        return before == MATCHED || before == STARTED || before == WITHDRAWING;
    }

    private boolean endUnlessReturning(O operation) {
        int before = state.getAndSet(operation, ENDED);
        if (before == RETURNING) {
            tell(operation.subscriber());
        }
        return before == MATCHED || before == STARTED || before == WITHDRAWING;
    }

    void failed(O operation, Throwable failure) {
        int before = state.getAndSet(operation, ENDED);
        CoreSubscriber<?> subscriber = operation.subscriber();
        if (before == CANCELLED || before == RETURNING) {
            tell(subscriber);
        } else if (before == MATCHED
                || before == STARTED
                || before == WITHDRAWING && subscriber instanceof CancelListener) {
            fail(subscriber, Failures.of(failure, operation.members()));
        }
    }

    /** It has ended without having matched, as its cancellation wanted. */
    void cancelled(O operation) {
        if (state.getAndSet(operation, ENDED) != ENDED) {
            tell(operation.subscriber());
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

    private static void tell(CoreSubscriber<?> subscriber) {
        if (subscriber instanceof CancelListener listener) {
            try {
                listener.onCancelled();
            } catch (Throwable thrown) {
                drop(thrown, subscriber);
            }
        }
    }

    /** Rule 3.9 of Reactive Streams: a request for nothing is an error signal. */
    private void refuse(O operation, long n) {
        if (state.compareAndSet(operation, ASSEMBLED, ENDED)) {
            fail(operation.subscriber(), nothing(n));
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
                fail(operation.subscriber(), nothing(n));
                return;
            }
            before = state.get(operation);
        }
    }

    private static IllegalArgumentException nothing(long n) {
        return new IllegalArgumentException("request(" + n + "): rule 3.9 wants a positive number");
    }

    /** Gives a value and the end. What the subscriber throws goes to Reactor's hooks, and is its own loss (RX-8). */
    static <T> void succeed(CoreSubscriber<? super T> subscriber, T value) {
        try {
            subscriber.onNext(value);
            subscriber.onComplete();
        } catch (Throwable thrown) {
            drop(thrown, subscriber);
        }
    }

    /** Gives the end alone. */
    static void complete(CoreSubscriber<?> subscriber) {
        try {
            subscriber.onComplete();
        } catch (Throwable thrown) {
            drop(thrown, subscriber);
        }
    }

    static void fail(CoreSubscriber<?> subscriber, Throwable error) {
        try {
            subscriber.onError(error);
        } catch (Throwable thrown) {
            drop(thrown, subscriber);
        }
    }

    private static void drop(Throwable thrown, CoreSubscriber<?> subscriber) {
        try {
            Operators.onErrorDropped(thrown, subscriber.currentContext());
        } catch (Throwable hook) {
            log.error("a hook for dropped errors threw", hook);
        }
    }
}
