package org.reactivempi.core.communicator;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.transport.engine.diagnosis.Waiter;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A thread that waits for an operation.
 *
 * @param <T> what the operation gives
 */
final class BlockingWait<T> implements CoreSubscriber<T>, CancelListener, Waiter {

    /** Shorter than it takes the kernel to wake a thread. */
    private static final long SPIN_NANOS = 20_000;

    /** So long an interrupted thread waits to hear what has become of its operation: a peer may have to be asked. */
    private static final long MOST_NANOS_FOR_AN_ANSWER = 2_000_000_000L;

    private final Thread waiter = Thread.currentThread();
    private @Nullable Subscription subscription;
    private @Nullable T value;
    private @Nullable Throwable error;
    private volatile boolean ended;
    private volatile boolean cancelled;

    private BlockingWait() {}

    /** Subscribes an operation and returns what it gives, or null if it ends without a value; throws its error. */
    static <T> @Nullable T on(Mono<T> operation) {
        if (Schedulers.isInNonBlockingThread()) {
            throw new IllegalStateException(
                    "a blocking call on " + Thread.currentThread().getName()
                            + ", which would wait for itself: use the operation's Mono there");
        }
        BlockingWait<T> wait = new BlockingWait<>();
        operation.subscribe(wait);
        return wait.get();
    }

    private @Nullable T get() {
        long start = System.nanoTime();
        while (!ended && System.nanoTime() - start < SPIN_NANOS) {
            Thread.yield();
        }
        while (!ended) {
            LockSupport.park(this);
            if (!ended && Thread.interrupted()) {
                giveUp();
            }
        }
        if (error instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (error != null) {
            throw new MpiException(ErrorClass.OTHER, String.valueOf(error.getMessage()), error);
        }
        return value;
    }

    /** Returns if the operation has ended in spite of its cancellation, so that what it has got isn't lost. */
    private void giveUp() {
        try {
            Subscription operation = subscription;
            if (operation != null) {
                operation.cancel();
            }
            boolean isCancelled = !(operation instanceof AnsweringSubscription answering) || isCancelled(answering);
            if (!ended) {
                throw new MpiException(
                        ErrorClass.OTHER,
                        "interrupted while waiting; the operation is "
                                + (isCancelled ? "cancelled" : "being cancelled, unless its message has been matched"));
            }
        } finally {
            waiter.interrupt();
        }
    }

    /** Waits for the answer; false if the operation has ended otherwise, or if none has come. */
    private boolean isCancelled(AnsweringSubscription operation) {
        long end = System.nanoTime() + MOST_NANOS_FOR_AN_ANSWER;
        long left = MOST_NANOS_FOR_AN_ANSWER;
        while (!ended && left > 0) {
            if (cancelled || operation.endsAsCancelled()) {
                return true;
            }
            LockSupport.parkNanos(this, left);
            // Which would keep it from waiting; the caller sets it again.
            Thread.interrupted();
            left = end - System.nanoTime();
        }
        return false;
    }

    @Override
    public void onCancelled() {
        cancelled = true;
        LockSupport.unpark(waiter);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        this.subscription = subscription;
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(T value) {
        this.value = value;
    }

    @Override
    public void onError(Throwable error) {
        this.error = error;
        end();
    }

    @Override
    public void onComplete() {
        end();
    }

    @Override
    public boolean isReleased() {
        return ended;
    }

    private void end() {
        ended = true;
        LockSupport.unpark(waiter);
    }
}
