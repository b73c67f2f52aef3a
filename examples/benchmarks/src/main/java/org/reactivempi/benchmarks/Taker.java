package org.reactivempi.benchmarks;

import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** A subscriber that takes all, and counts. */
final class Taker implements CoreSubscriber<Object> {

    private long taken;

    long taken() {
        return taken;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Object value) {
        taken++;
    }

    @Override
    public void onError(Throwable error) {
        throw new IllegalStateException("a benchmark has failed", error);
    }

    @Override
    public void onComplete() {}
}
