package org.reactivempi.core.operation;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * The edge between a subscriber, which may call from any thread, and an operation, which lives on the progress thread.
 *
 * <pre>
 *  ASSEMBLED --request--&gt; STARTED --end--&gt; ENDED
 *      |                     |
 *      +-------cancel--------+--&gt; CANCELLED
 * </pre>
 * Whoever moves the state out of STARTED owns what follows: the end gives the signals, a cancellation gives none. The
 * state is a field of the operation itself, so that an operation stays one object; this class knows how to move it.
 *
 * @param <O> the kind of operation
 */
final class Edge<O extends Edge.Operation> {

    /** What an operation lets its edge see. */
    interface Operation extends Runnable {

        /** The engine that it runs in. */
        Engine engine();

        /** Who gets the signals. */
        CoreSubscriber<?> subscriber();

        /** Starts it, on the progress thread. */
        void start();

        /** Tries to take it back, on the progress thread. */
        void withdraw();
    }

    static final int ASSEMBLED = 0;
    private static final int STARTED = 1;
    private static final int ENDED = 2;
    private static final int CANCELLED = 3;

    private static final Logger log = Loggers.getLogger(Edge.class);

    private final AtomicIntegerFieldUpdater<O> state;

    Edge(AtomicIntegerFieldUpdater<O> state) {
        this.state = state;
    }

    void request(O operation, long n) {
        if (n <= 0) {
            refuse(operation, n);
        } else if (state.compareAndSet(operation, ASSEMBLED, STARTED)) {
            if (operation.engine().inProgressThread()) {
                operation.run();
            } else {
                post(operation);
            }
        }
    }

    private void post(O operation) {
        try {
            operation.engine().execute(operation);
        } catch (RejectedExecutionException e) {
            if (end(operation)) {
                fail(operation.subscriber(), new MpiException(ErrorClass.SESSION, "the session is closed"));
            }
        }
    }

    /** What the mailbox runs. */
    void run(O operation) {
        if (state.get(operation) == STARTED) {
            operation.start();
        }
    }

    void cancel(O operation) {
        int before = state.get(operation);
        while (before == ASSEMBLED || before == STARTED) {
            if (state.compareAndSet(operation, before, CANCELLED)) {
                if (before == STARTED) {
                    withdraw(operation);
                }
                return;
            }
            before = state.get(operation);
        }
    }

    /** True for the one who may give the signals. */
    boolean end(O operation) {
        return state.compareAndSet(operation, STARTED, ENDED);
    }

    private void withdraw(O operation) {
        if (operation.engine().inProgressThread()) {
            operation.withdraw();
            return;
        }
        try {
            operation.engine().execute(operation::withdraw);
        } catch (RejectedExecutionException e) {
            // The engine has ended, and with it the operation.
        }
    }

    /** Rule 3.9 of Reactive Streams: a request for nothing is an error signal. */
    private void refuse(O operation, long n) {
        Throwable error = new IllegalArgumentException("request(" + n + "): rule 3.9 wants a positive number");
        if (state.compareAndSet(operation, ASSEMBLED, ENDED)) {
            fail(operation.subscriber(), error);
        } else if (end(operation)) {
            withdraw(operation);
            fail(operation.subscriber(), error);
        }
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
