package org.reactivempi.core.request;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Status;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.transport.engine.port.Noting;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/** The request of an operation's {@code Mono}: its subscriber. */
final class OperationRequest extends CoreRequest implements CoreSubscriber<Object>, Noting, CancelListener {

    private static final AtomicReferenceFieldUpdater<OperationRequest, Subscription> SUBSCRIPTION =
            AtomicReferenceFieldUpdater.newUpdater(OperationRequest.class, Subscription.class, "subscription");

    private final PersistentOperation.@Nullable Source operation;
    private volatile @Nullable Subscription subscription;

    OperationRequest(Mono<?> operation) {
        super(null);
        this.operation = operation instanceof PersistentOperation.Source ours ? ours : null;
    }

    @Override
    PersistentOperation.@Nullable Source operation() {
        return operation;
    }

    @Override
    public boolean isAlwaysQuiet() {
        return true;
    }

    @Override
    public void onSubscribe(Subscription operation) {
        PersistentOperation.Source source = this.operation;
        if (source != null && source.isDirect() && subscription == null) {
            // Nobody can have cancelled a request that nobody has got yet.
            SUBSCRIPTION.lazySet(this, operation);
            operation.request(Long.MAX_VALUE);
        } else if (Operators.setOnce(SUBSCRIPTION, this, operation)) {
            operation.request(Long.MAX_VALUE);
        }
    }

    @Override
    public void onNext(Object value) {
        if (value instanceof Status status) {
            end(status);
        }
    }

    @Override
    public void onError(Throwable error) {
        end(new RequestOutcome.Failure(error));
    }

    @Override
    public void onComplete() {
        // Has no effect after a status.
        end(Status.empty());
    }

    @Override
    public void onCancelled() {
        end(Status.empty().asCancelled());
    }

    @Override
    public void cancel() {
        if (hasEnded()) {
            return;
        }
        Subscription operation = subscription;
        if (operation instanceof AnsweringSubscription) {
            operation.cancel();
        } else {
            Operators.terminate(SUBSCRIPTION, this);
            onCancelled();
        }
    }
}
