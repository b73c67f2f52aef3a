package org.reactivempi.core.operation;

import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * Hears of the errors of users' operations before their subscribers do: the handler of a communicator, or that of a session. It is asked on
 * the way of an error alone, so that operations which end well cost nothing more.
 *
 * <p>Any thread.
 */
@FunctionalInterface
public interface ErrorListener {

    /** Nobody: the subscribers hear at once. */
    ErrorListener NONE = (error, subscriber, signal) -> false;

    /** A subscriber inside of an operation that is made of others, and tells of their errors as its own. */
    interface Inner {}

    /**
     * Hears of an error, if it is one that is to be heard of.
     *
     * @param subscriber whose operation has failed
     * @param signal gives the error to the subscriber; if the result is true, run once, later, on the progress thread, or where that has
     *     ended on another one
     * @return false where nobody wants to hear: the caller signals at once
     */
    boolean hears(Throwable error, CoreSubscriber<?> subscriber, Runnable signal);

    /** Tells the subscriber of an error, after this listener has heard of it. */
    default void fail(CoreSubscriber<?> subscriber, Throwable error) {
        Runnable signal = () -> subscriber.onError(error);
        if (!hears(error, subscriber, signal)) {
            signal.run();
        }
    }

    /** Tells a subscriber at its subscription what is wrong with the arguments of its operation. */
    default void refuse(CoreSubscriber<?> subscriber, Throwable wrong) {
        Refused refused = new Refused(subscriber, wrong);
        subscriber.onSubscribe(refused);
        if (!hears(wrong, subscriber, refused)) {
            refused.run();
        }
    }

    /** An operation that has failed with an error, of which each subscriber is told. */
    default <T> Mono<T> failed(Throwable error) {
        return new Mono<>() {
            @Override
            public void subscribe(CoreSubscriber<? super T> subscriber) {
                refuse(subscriber, error);
            }
        };
    }

    /** The subscription of an operation that does not start. */
    final class Refused implements Subscription, Runnable {

        private final CoreSubscriber<?> subscriber;
        private final Throwable wrong;
        private volatile boolean cancelled;

        private Refused(CoreSubscriber<?> subscriber, Throwable wrong) {
            this.subscriber = subscriber;
            this.wrong = wrong;
        }

        @Override
        public void request(long n) {
            // Its end needs no demand.
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        /** Gives the error; nothing to one that has cancelled. */
        @Override
        public void run() {
            if (!cancelled) {
                subscriber.onError(wrong);
            }
        }
    }
}
