package org.reactivempi.core.stream;

import org.reactivempi.spi.CancelListener;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.Logger;
import reactor.util.Loggers;

/** Gives signals to a user's subscriber. What it throws goes to Reactor's hooks, and is its own loss (RX-8). */
final class Delivery {

    private static final Logger log = Loggers.getLogger(Delivery.class);

    private Delivery() {}

    /** False if the subscriber has thrown. */
    static <T> boolean next(CoreSubscriber<? super T> subscriber, T value) {
        try {
            subscriber.onNext(value);
            return true;
        } catch (Throwable thrown) {
            drop(thrown, subscriber);
            return false;
        }
    }

    static void complete(CoreSubscriber<?> subscriber) {
        try {
            subscriber.onComplete();
        } catch (Throwable thrown) {
            drop(thrown, subscriber);
        }
    }

    static void error(CoreSubscriber<?> subscriber, Throwable error) {
        try {
            subscriber.onError(error);
        } catch (Throwable thrown) {
            drop(thrown, subscriber);
        }
    }

    static void cancelled(CancelListener listener, CoreSubscriber<?> subscriber) {
        try {
            listener.onCancelled();
        } catch (Throwable thrown) {
            drop(thrown, subscriber);
        }
    }

    /** Rule 3.9 of Reactive Streams. */
    static IllegalArgumentException badRequest(long n) {
        return new IllegalArgumentException("request(" + n + "): rule 3.9 wants a positive number");
    }

    static void drop(Throwable thrown, CoreSubscriber<?> subscriber) {
        try {
            Operators.onErrorDropped(thrown, subscriber.currentContext());
        } catch (Throwable hook) {
            log.error("a hook for dropped errors threw", hook);
        }
    }
}
