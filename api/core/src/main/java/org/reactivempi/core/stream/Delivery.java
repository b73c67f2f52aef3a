package org.reactivempi.core.stream;

import org.reactivempi.spi.CancelListener;
import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;

/** Gives signals to a user's subscriber. What it throws goes to Reactor's hooks, and is its own loss (RX-8). */
final class Delivery {

    private Delivery() {}

    /** False if the subscriber has thrown. */
    static <T> boolean next(Engine engine, CoreSubscriber<? super T> subscriber, T value) {
        try {
            subscriber.onNext(value);
            return true;
        } catch (Throwable thrown) {
            engine.drop(thrown, subscriber);
            return false;
        }
    }

    static void complete(Engine engine, CoreSubscriber<?> subscriber) {
        try {
            subscriber.onComplete();
        } catch (Throwable thrown) {
            engine.drop(thrown, subscriber);
        }
    }

    static void error(Engine engine, CoreSubscriber<?> subscriber, Throwable error) {
        try {
            subscriber.onError(error);
        } catch (Throwable thrown) {
            engine.drop(thrown, subscriber);
        }
    }

    static void cancelled(Engine engine, CancelListener listener, CoreSubscriber<?> subscriber) {
        try {
            listener.onCancelled();
        } catch (Throwable thrown) {
            engine.drop(thrown, subscriber);
        }
    }

    /** Rule 3.9 of Reactive Streams. */
    static IllegalArgumentException badRequest(long n) {
        return new IllegalArgumentException("request(" + n + "): rule 3.9 wants a positive number");
    }
}
