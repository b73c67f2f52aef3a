package org.reactivempi.core.operation;

import java.util.function.Supplier;
import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * Does some work on the progress thread each time that it is subscribed, in the order in which messages start there.
 *
 * @param <T> what it gives
 */
public final class LocalMono<T> extends OperationMono<T> {

    private final Engine engine;
    private final Supplier<? extends LocalWork<T>> work;

    /**
     * An operation that is not subscribed.
     *
     * @param engine where it runs
     * @param work gives what a subscription does, or throws what is wrong with the arguments; asked at each subscription
     */
    public LocalMono(Engine engine, Supplier<? extends LocalWork<T>> work) {
        this.engine = engine;
        this.work = work;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        LocalWork<T> own;
        try {
            own = work.get();
        } catch (RuntimeException wrong) {
            Operators.error(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(new LocalOperation<>(subscriber, engine, own));
    }
}
