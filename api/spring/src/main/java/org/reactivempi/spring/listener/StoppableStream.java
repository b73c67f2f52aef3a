package org.reactivempi.spring.listener;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.spi.CancelListener;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/**
 * A stream that is given up at a stop, as long as no sender has been matched: then it stays for the next receive.
 *
 * <pre>
 *  waits --stop--&gt; asks --not matched--&gt; withdrawn, completes
 *    |               |
 *    +----signal-----+-----signal--------&gt; goes on to its end
 * </pre>
 * One subscription each; signals and the stop come on the progress thread.
 */
final class StoppableStream<T> extends Flux<T> {

    private final Flux<T> source;
    private final Mono<?> stop;
    private volatile boolean withdrawn;

    StoppableStream(Flux<T> source, Mono<?> stop) {
        this.source = source;
        this.stop = stop;
    }

    /** Once it has completed: whether it was given up. */
    boolean isWithdrawn() {
        return withdrawn;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        source.subscribe(new Turn(actual));
    }

    private final class Turn implements CoreSubscriber<T>, Subscription, CancelListener {

        private final CoreSubscriber<? super T> actual;
        private final Disposable.Swap stopping = Disposables.swap();
        private boolean begun;
        private @Nullable Subscription upstream;

        Turn(CoreSubscriber<? super T> actual) {
            this.actual = actual;
        }

        private Subscription upstream() {
            return Objects.requireNonNull(upstream);
        }

        @Override
        public Context currentContext() {
            return actual.currentContext();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            upstream = subscription;
            actual.onSubscribe(this);
            stopping.update(stop.subscribe(now -> giveUp()));
        }

        /** A subscription that doesn't answer, as with an operator of Reactor's debugging in between, is not asked. */
        private void giveUp() {
            if (!begun) {
                upstream().cancel();
                if (!(upstream() instanceof AnsweringSubscription)) {
                    onCancelled();
                }
            }
        }

        @Override
        public void onCancelled() {
            withdrawn = true;
            actual.onComplete();
        }

        @Override
        public void onNext(T value) {
            begin();
            actual.onNext(value);
        }

        @Override
        public void onError(Throwable error) {
            begin();
            actual.onError(error);
        }

        @Override
        public void onComplete() {
            begin();
            actual.onComplete();
        }

        private void begin() {
            if (!begun) {
                begun = true;
                stopping.dispose();
            }
        }

        @Override
        public void request(long n) {
            upstream().request(n);
        }

        @Override
        public void cancel() {
            stopping.dispose();
            upstream().cancel();
            // The first may only have asked.
            upstream().cancel();
        }
    }
}
