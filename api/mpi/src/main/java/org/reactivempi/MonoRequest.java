package org.reactivempi;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/** The request of an operation's {@code Mono}: its subscriber. */
final class MonoRequest extends Request implements CoreSubscriber<Status> {

    private static final AtomicReferenceFieldUpdater<MonoRequest, Subscription> SUBSCRIPTION =
            AtomicReferenceFieldUpdater.newUpdater(MonoRequest.class, Subscription.class, "subscription");

    private volatile @Nullable Subscription subscription;

    @Override
    public void onSubscribe(Subscription operation) {
        if (Operators.setOnce(SUBSCRIPTION, this, operation)) {
            operation.request(Long.MAX_VALUE);
        }
    }

    @Override
    public void onNext(Status status) {
        end(Outcome.success(status));
    }

    @Override
    public void onError(Throwable error) {
        end(Outcome.failure(error));
    }

    @Override
    public void onComplete() {
        // Has no effect after onNext.
        end(Outcome.success(Status.empty()));
    }

    @Override
    public void cancel() {
        if (!isComplete()) {
            Operators.terminate(SUBSCRIPTION, this);
            end(Outcome.success(Status.empty().asCancelled()));
        }
    }
}
