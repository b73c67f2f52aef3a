package org.reactivempi.transport.engine.operation;

import java.util.concurrent.atomic.AtomicInteger;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** Counts what it is told. */
final class Signals implements CoreSubscriber<Object> {

    // Atomic, since it is wrong signals, at the same time, that must not be lost.
    private final AtomicInteger starts = new AtomicInteger();
    private final AtomicInteger givenBack = new AtomicInteger();
    private final AtomicInteger values = new AtomicInteger();
    private final AtomicInteger errors = new AtomicInteger();
    private final AtomicInteger cancellations = new AtomicInteger();

    void onStart() {
        starts.incrementAndGet();
    }

    void onGivenBack() {
        givenBack.incrementAndGet();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        // The test has the operation itself.
    }

    @Override
    public void onNext(Object value) {
        values.incrementAndGet();
    }

    @Override
    public void onError(Throwable error) {
        errors.incrementAndGet();
    }

    @Override
    public void onComplete() {
        // The value has said so.
    }

    void onCancelled() {
        cancellations.incrementAndGet();
    }

    int starts() {
        return starts.get();
    }

    int givenBack() {
        return givenBack.get();
    }

    int values() {
        return values.get();
    }

    int errors() {
        return errors.get();
    }

    int cancellations() {
        return cancellations.get();
    }
}
