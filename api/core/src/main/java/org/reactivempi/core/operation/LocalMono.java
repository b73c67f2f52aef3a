package org.reactivempi.core.operation;

import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;

/**
 * Does some work on the progress thread each time that it is subscribed, in the order in which messages start there.
 *
 * @param <T> what it gives
 */
public final class LocalMono<T> extends OperationMono<T> {

    private final Engine engine;
    private final LocalWork<T> work;

    /**
     * An operation that is not subscribed.
     *
     * @param engine where it runs
     * @param work what it does
     */
    public LocalMono(Engine engine, LocalWork<T> work) {
        this.engine = engine;
        this.work = work;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        subscriber.onSubscribe(new LocalOperation<>(subscriber, engine, work));
    }
}
