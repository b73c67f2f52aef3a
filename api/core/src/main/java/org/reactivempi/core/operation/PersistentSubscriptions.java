package org.reactivempi.core.operation;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Status;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.transport.engine.port.Noting;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/** An operation that is subscribed again for each start of a persistent request. */
final class PersistentSubscriptions implements PersistentOperation {

    private final OperationMono<?> operation;
    private volatile @Nullable Run running;

    PersistentSubscriptions(OperationMono<?> operation) {
        this.operation = operation;
    }

    @Override
    public void start(Owner owner) {
        Run run = new Run(owner);
        running = run;
        operation.subscribe(run);
    }

    @Override
    public void cancel() {
        Run run = running;
        if (run != null) {
            run.cancel();
        }
    }

    /** One start; the state says whether its owner has been told of the end. */
    @SuppressWarnings("serial") // Never serialized.
    private static final class Run extends AtomicBoolean implements CoreSubscriber<Object>, Noting, CancelListener {

        private static final AtomicReferenceFieldUpdater<Run, Subscription> SUBSCRIPTION =
                AtomicReferenceFieldUpdater.newUpdater(Run.class, Subscription.class, "subscription");

        private final Owner owner;
        private volatile @Nullable Subscription subscription;
        private Status status = Status.empty();

        Run(Owner owner) {
            this.owner = owner;
        }

        @Override
        public boolean isAlwaysQuiet() {
            return true;
        }

        @Override
        public void onSubscribe(Subscription operation) {
            if (Operators.setOnce(SUBSCRIPTION, this, operation)) {
                operation.request(Long.MAX_VALUE);
            }
        }

        /**
         * An operation that is composed with operators of Reactor gives no answer, and is cancelled at once; so is one whose
         * subscription has not come yet.
         */
        void cancel() {
            Subscription operation = subscription;
            if (operation instanceof AnsweringSubscription) {
                operation.cancel();
            } else {
                Operators.terminate(SUBSCRIPTION, this);
                onCancelled();
            }
        }

        @Override
        public void onNext(Object value) {
            if (value instanceof Status given) {
                status = given;
            }
        }

        @Override
        public void onComplete() {
            if (compareAndSet(false, true)) {
                owner.onCompleted(status);
            }
        }

        @Override
        public void onError(Throwable error) {
            if (compareAndSet(false, true)) {
                owner.onFailed(error);
            }
        }

        @Override
        public void onCancelled() {
            if (compareAndSet(false, true)) {
                owner.onCancelled();
            }
        }
    }
}
