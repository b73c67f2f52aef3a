package org.reactivempi.spring.listener;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Between the application's operators and the listener: what those throw is signalled, also what is a {@link JvmError}, or
 * thrown on the way back to who has requested.
 *
 * <pre>
 *  upstream --values--&gt; guard --values--&gt; downstream
 *     ^ cancel            |  subscribe, request or onNext throws
 *     +-------------------+--error-------------^
 * </pre>
 */
final class Guarded<T> extends Flux<T> {

    private final Publisher<? extends T> source;

    Guarded(Publisher<? extends T> source) {
        this.source = source;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        Guard<T> guard = new Guard<>(actual);
        try {
            source.subscribe(guard);
        } catch (Throwable thrown) {
            guard.fail(thrown);
        }
    }

    private static final class Guard<T> implements CoreSubscriber<T>, Subscription {

        private final CoreSubscriber<? super T> actual;
        private final AtomicBoolean over = new AtomicBoolean();
        private volatile @Nullable Subscription upstream;

        Guard(CoreSubscriber<? super T> actual) {
            this.actual = actual;
        }

        @Override
        public Context currentContext() {
            return actual.currentContext();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            if (Operators.validate(upstream, subscription)) {
                upstream = subscription;
                actual.onSubscribe(this);
            }
        }

        @Override
        public void onNext(T value) {
            if (over.get()) {
                Operators.onNextDropped(value, currentContext());
                return;
            }
            try {
                actual.onNext(value);
            } catch (Throwable thrown) {
                fail(thrown);
            }
        }

        @Override
        public void onError(Throwable error) {
            if (over.compareAndSet(false, true)) {
                actual.onError(error);
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

        @Override
        public void request(long n) {
            Subscription known = upstream;
            try {
                if (known != null) {
                    known.request(n);
                }
            } catch (Throwable thrown) {
                fail(thrown);
            }
        }

        @Override
        public void cancel() {
            Subscription known = upstream;
            if (known != null) {
                known.cancel();
            }
        }

        void fail(Throwable thrown) {
            Throwable error = JvmError.enclosed(thrown);
            if (upstream == null) {
                over.set(true);
                Operators.error(actual, error);
            } else {
                cancel();
                onError(error);
            }
        }
    }
}
