package org.reactivempi.core.communicator;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.spi.CancelListener;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoOperator;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * An operation that begins with something on the thread that requests it. Where that throws, the operation does not start, and its
 * subscriber hears of that; {@code doOnRequest} would drop the error, and start it.
 */
final class Enclosed<T> extends MonoOperator<T, T> {

    private final Around<? super T> around;

    private Enclosed(Mono<T> operation, Around<? super T> around) {
        super(operation);
        this.around = around;
    }

    /** What is done before one subscription starts, and at its end; if it begins, it ends, once. */
    interface Around<T> {

        /** On the thread that requests; not after a cancellation. */
        void begin();

        /** The operation gives {@code value} to its subscriber, or completes without one; nothing unless overridden. */
        default void completed(@Nullable T value) {}

        /**
         * The subscriber is given nothing; nothing is done unless overridden.
         *
         * @param why what the subscriber is told; null if that is nothing, since it has cancelled
         */
        default void failed(@Nullable Throwable why) {}
    }

    /** An operation for one subscriber. */
    static <T> Mono<T> of(Mono<T> operation, Around<? super T> around) {
        return new Enclosed<>(operation, around);
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        source.subscribe(new Running<>(subscriber, around));
    }

    /**
     * The subscription.
     *
     * <pre>
     *  NEW --request: begin--&gt; BEGUN --completed, failed, or cancelled--&gt; ENDED
     *   +-----------------------failed or cancelled----------------------^
     * </pre>
     * A cancellation may come too late: only the operation's answer says whether a value comes all the same.
     */
    private static final class Running<T> implements CoreSubscriber<T>, Subscription, Scannable, CancelListener {

        private enum State {
            NEW,
            BEGUN,
            ENDED
        }

        private final CoreSubscriber<? super T> subscriber;
        private final Around<? super T> around;
        private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
        private Subscription operation = Operators.emptySubscription();
        private volatile boolean cancelled;

        Running(CoreSubscriber<? super T> subscriber, Around<? super T> around) {
            this.subscriber = subscriber;
            this.around = around;
        }

        @Override
        public Context currentContext() {
            return subscriber.currentContext();
        }

        @Override
        @SuppressWarnings("rawtypes") // As Reactor declares it.
        public @Nullable Object scanUnsafe(Attr key) {
            if (key == Attr.ACTUAL) {
                return subscriber;
            }
            return key == Attr.PARENT ? operation : null;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            operation = subscription;
            subscriber.onSubscribe(this);
        }

        @Override
        public void request(long n) {
            if (n <= 0 || cancelled || state.get() != State.NEW || begun()) {
                operation.request(n);
            }
        }

        private boolean begun() {
            try {
                around.begin();
            } catch (RuntimeException | Error refused) {
                Exceptions.throwIfJvmFatal(refused);
                refuse(refused);
                return false;
            }
            // A cancellation on another thread may have ended it meanwhile.
            if (!state.compareAndSet(State.NEW, State.BEGUN)) {
                around.failed(null);
            }
            return true;
        }

        private void refuse(Throwable refused) {
            boolean isFirst = end() != State.ENDED;
            operation.cancel();
            if (isFirst && !cancelled) {
                subscriber.onError(refused);
            } else {
                Operators.onErrorDropped(refused, subscriber.currentContext());
            }
        }

        /** What it was before. */
        private State end() {
            return state.getAndSet(State.ENDED);
        }

        @Override
        public void cancel() {
            cancelled = true;
            operation.cancel();
            if (!(operation instanceof AnsweringSubscription)) {
                onCancelled();
            }
        }

        @Override
        public void onNext(T value) {
            State before = end();
            if (before == State.ENDED) {
                return;
            }
            if (before == State.BEGUN) {
                around.completed(value);
            }
            subscriber.onNext(value);
            subscriber.onComplete();
        }

        /** After a value, the subscriber knows. */
        @Override
        public void onComplete() {
            State before = end();
            if (before == State.ENDED) {
                return;
            }
            if (before == State.BEGUN) {
                around.completed(null);
            }
            subscriber.onComplete();
        }

        @Override
        public void onError(Throwable failure) {
            State before = end();
            if (before == State.BEGUN) {
                around.failed(cancelled ? null : failure);
            }
            if (before != State.ENDED && !cancelled) {
                subscriber.onError(failure);
            }
        }

        @Override
        public void onCancelled() {
            if (end() == State.BEGUN) {
                around.failed(null);
            }
        }
    }
}
