package org.reactivempi.core.communicator;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
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
final class BlockingWait<T> implements CoreSubscriber<T>, Waiter {

    /** Shorter than it takes the kernel to wake a thread. */
    private static final long SPIN_NANOS = 20_000;

    private final Thread waiter = Thread.currentThread();
    private @Nullable Subscription subscription;
    private @Nullable T value;
    private @Nullable Throwable error;
    private volatile boolean ended;

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
            if (!ended && Thread.currentThread().isInterrupted()) {
                cancel();
                throw new MpiException(ErrorClass.OTHER, "interrupted while waiting; the operation is cancelled");
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

    private void cancel() {
        if (subscription != null) {
            subscription.cancel();
        }
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
