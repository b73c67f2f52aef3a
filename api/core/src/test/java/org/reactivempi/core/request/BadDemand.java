package org.reactivempi.core.request;

import java.util.List;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** A subscriber that requests what must not be requested, and notes the error. */
final class BadDemand<T> implements CoreSubscriber<T> {

    private final long demand;
    private final List<Throwable> errors;

    BadDemand(long demand, List<Throwable> errors) {
        this.demand = demand;
        this.errors = errors;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscription.request(demand);
    }

    @Override
    public void onNext(T value) {
        throw new AssertionError("no value was rightly requested");
    }

    @Override
    public void onError(Throwable error) {
        errors.add(error);
    }

    @Override
    public void onComplete() {
        throw new AssertionError("an error was due");
    }
}
