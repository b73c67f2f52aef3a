package org.reactivempi.core.stream;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.MpiException;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.ErrorListener;
import org.reactivempi.spi.CancelListener;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * The receiving end of a stream that a question has opened: the asker's, of the answers; or the handler's, of a question that is a
 * stream. The latter has begun before the handler subscribes it, if that ever does.
 *
 * @param <T> the values' type
 */
final class AskedReceive<T> extends StreamReceive<T> implements Meeting.Receiver, AskedValues<T> {

    private final Meeting<Meeting.Receiver> meeting;
    private final int source;
    private final AtomicReference<@Nullable CoreSubscriber<? super T>> user = new AtomicReference<>();
    /** The user's subscriber has its subscription. */
    private volatile boolean subscribed;

    /** One of values from the rank {@code source}. */
    AskedReceive(StreamContext streams, Codec<T> codec, int source, int prefetch, Meeting<Meeting.Receiver> meeting) {
        super(streams, codec, prefetch);
        this.source = source;
        this.meeting = meeting;
    }

    @Override
    @Nullable
    CoreSubscriber<? super T> subscriber() {
        return subscribed ? user.get() : null;
    }

    @Override
    public int open() {
        start();
        return number();
    }

    @Override
    public Flux<T> flux() {
        return new Flux<>() {
            @Override
            public void subscribe(CoreSubscriber<? super T> subscriber) {
                give(subscriber);
            }

            @Override
            public String toString() {
                return inWords();
            }
        };
    }

    /** Gives the values to a subscriber, if it is the first. */
    void give(CoreSubscriber<? super T> subscriber) {
        if (user.compareAndSet(null, subscriber)) {
            subscriber.onSubscribe(this);
            subscribed = true;
            // The values may have ended already.
            wake();
        } else {
            Operators.error(subscriber, new IllegalStateException(inWords() + " gives its values to one subscriber"));
        }
    }

    @Override
    ErrorListener errors() {
        return streams.check();
    }

    @Override
    void meet() {
        looks();
        meeting.begin(this);
    }

    @Override
    public void met(int sender) {
        met(source, sender);
        ended();
    }

    @Override
    void leave() {
        meeting.withdraw();
    }

    @Override
    boolean isExpected() {
        return false;
    }

    @Override
    public void onWithdrawn() {
        withdrawn();
    }

    @Override
    public void onNotMet(MpiException why) {
        unmet(why);
    }

    @Override
    public int idleOperations() {
        return meeting.isListening() ? operationsUnderWay() - (isWaiting() ? 1 : 0) + meeting.underWay() : 0;
    }

    /** It may have no end of its own. */
    @Override
    public void onClosing() {
        try {
            messages().checkOpen();
        } catch (RuntimeException closed) {
            endWith(ContractFailures.of(closed, null, inWords()));
        }
    }

    @Override
    Throwable notMet(Throwable cause) {
        return cause;
    }

    @Override
    MpiException failure(String type, String message) {
        return meeting.failure(type, message);
    }

    @Override
    void over() {
        CoreSubscriber<? super T> subscriber = user.get();
        if (wasCancelled() && hasNothing() && subscriber instanceof CancelListener listener) {
            give(subscriber, listener::onCancelled);
        }
    }

    @Override
    ContextView openingContext() {
        CoreSubscriber<? super T> subscriber = user.get();
        return subscriber == null ? Context.empty() : subscriber.currentContext();
    }

    @Override
    String inWords() {
        return meeting.inWords();
    }

    @Override
    String call() {
        return meeting.toString();
    }
}
