package org.reactivempi.core.operation;

import org.jspecify.annotations.Nullable;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.transport.engine.port.Noting;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.util.context.Context;

/**
 * The subscriber of an operation that is made of others, by operators of Reactor: its error is told once, by this one. The operations
 * that it is made of know by the Reactor context that they are parts of it.
 */
class Outermost<T> implements CoreSubscriber<T>, Noting, Scannable {

    private static final Object KEY = Outermost.class;

    private final CoreSubscriber<? super T> subscriber;
    private final ErrorListener errors;
    private @Nullable Context context;

    private Outermost(CoreSubscriber<? super T> subscriber, ErrorListener errors) {
        this.subscriber = subscriber;
        this.errors = errors;
    }

    static <T> CoreSubscriber<T> of(CoreSubscriber<? super T> subscriber, ErrorListener errors) {
        return subscriber instanceof CancelListener
                ? new Listening<>(subscriber, errors)
                : new Outermost<>(subscriber, errors);
    }

    /** Whether another operation tells of the error of one with this subscriber, to the same listener. */
    static boolean isAround(CoreSubscriber<?> subscriber, ErrorListener errors) {
        return subscriber instanceof ErrorListener.Inner
                || subscriber.currentContext().getOrDefault(KEY, null) == errors;
    }

    @Override
    public Context currentContext() {
        Context known = context;
        if (known == null) {
            known = subscriber.currentContext().put(KEY, errors);
            context = known;
        }
        return known;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscriber.onSubscribe(subscription);
    }

    @Override
    public void onNext(T value) {
        subscriber.onNext(value);
    }

    @Override
    public void onComplete() {
        subscriber.onComplete();
    }

    @Override
    public void onError(Throwable error) {
        errors.fail(subscriber, error);
    }

    @Override
    public boolean isQuiet() {
        return Noting.isQuiet(subscriber);
    }

    @Override
    public boolean isWaitedFor() {
        return Noting.isWaitedFor(subscriber);
    }

    @Override
    @SuppressWarnings("rawtypes") // As Reactor declares it.
    public @Nullable Object scanUnsafe(Attr key) {
        return key == Attr.ACTUAL ? subscriber : null;
    }

    /** For a subscriber that wants to hear how its cancellation ends. */
    private static final class Listening<T> extends Outermost<T> implements CancelListener {

        private final CancelListener listener;

        Listening(CoreSubscriber<? super T> subscriber, ErrorListener errors) {
            super(subscriber, errors);
            this.listener = (CancelListener) subscriber;
        }

        @Override
        public void onCancelled() {
            listener.onCancelled();
        }
    }
}
