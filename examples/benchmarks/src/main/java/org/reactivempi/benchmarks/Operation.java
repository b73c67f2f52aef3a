package org.reactivempi.benchmarks;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Status;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/** An operation that ends when the benchmark says so, and costs next to nothing itself. Can be started again and again. */
final class Operation extends Mono<Status> implements Subscription {

    private static final Status DONE = Status.of(0, 0, 0);

    private @Nullable CoreSubscriber<? super Status> subscriber;

    @Override
    public void subscribe(CoreSubscriber<? super Status> actual) {
        subscriber = actual;
        actual.onSubscribe(this);
    }

    void complete() {
        CoreSubscriber<? super Status> waiting = subscriber;
        if (waiting == null) {
            throw new IllegalStateException("not started");
        }
        waiting.onNext(DONE);
        waiting.onComplete();
    }

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
}
