package org.reactivempi.transport.engine.port;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * A step of a rank's start, which fails by whatever it throws.
 *
 * <p>Reactor passes errors that are fatal to the JVM, such as that it gets no more threads or that a class is missing, to no subscriber: it
 * throws them at the thread that is there, which is a channel's or the launcher's. The start would never end then, and neither would the
 * job. A step gives them to its subscriber instead, as the cause of an exception.
 *
 * @param <T> what the step makes
 */
public final class StartStep<T> extends Mono<T> {

    private final Supplier<? extends Mono<T>> step;

    private StartStep(Supplier<? extends Mono<T>> step) {
        this.step = step;
    }

    /** An error that is fatal to the JVM, and that Reactor would not pass on as it is. */
    private static final class FatalException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        FatalException(Throwable error) {
            super("this rank cannot start: " + error, error);
        }
    }

    /**
     * A step, or several of them.
     *
     * @param step called by each subscription; what it throws, and what subscribing to its result throws, fails the step
     * @return cold; signals as the step does
     */
    public static <T> Mono<T> of(Supplier<? extends Mono<T>> step) {
        return new StartStep<>(step);
    }

    /**
     * The error in a form in which each of Reactor's operators passes it on.
     *
     * @param error any
     * @return itself, or an exception with its text and it as the cause
     */
    public static Throwable passable(Throwable error) {
        return Exceptions.isJvmFatal(error) ? new FatalException(error) : Exceptions.unwrap(error);
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        Once<T> once = new Once<>(actual);
        try {
            step.get().subscribe(once);
        } catch (Throwable thrown) {
            once.thrown(thrown);
        }
    }

    /** Passes one end on: that of the step, or what its subscription has thrown. */
    private static final class Once<T> implements CoreSubscriber<T>, Subscription {

        private final CoreSubscriber<? super T> actual;
        private final AtomicBoolean over = new AtomicBoolean();
        private volatile @Nullable Subscription source;

        Once(CoreSubscriber<? super T> actual) {
            this.actual = actual;
        }

        @Override
        public Context currentContext() {
            return actual.currentContext();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            source = subscription;
            actual.onSubscribe(this);
        }

        @Override
        public void onNext(T value) {
            if (over.compareAndSet(false, true)) {
                actual.onNext(value);
                actual.onComplete();
            } else {
                Operators.onNextDropped(value, currentContext());
            }
        }

        @Override
        public void onError(Throwable error) {
            if (over.compareAndSet(false, true)) {
                actual.onError(passable(error));
            } else {
                Operators.onErrorDropped(error, currentContext());
            }
        }

        @Override
        public void onComplete() {
            if (over.compareAndSet(false, true)) {
                actual.onComplete();
            }
        }

        /** Where the step has ended, it was the subscriber that has thrown: an outer step's error. */
        void thrown(Throwable error) {
            if (!over.compareAndSet(false, true)) {
                throw Exceptions.propagate(error);
            }
            Subscription subscribed = source;
            if (subscribed == null) {
                Operators.error(actual, passable(error));
            } else {
                subscribed.cancel();
                actual.onError(passable(error));
            }
        }

        @Override
        public void request(long n) {
            Subscription subscribed = source;
            if (subscribed != null) {
                subscribed.request(n);
            }
        }

        @Override
        public void cancel() {
            Subscription subscribed = source;
            if (subscribed != null) {
                subscribed.cancel();
            }
        }
    }
}
