package org.reactivempi.core.operation;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Status;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.spi.PersistentOperation.Owner;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** The owner of a persistent operation as the subscriber of each of its runs. */
final class OwnerSubscriber implements CoreSubscriber<Status>, CancelListener {

    private @Nullable Owner owner;

    /** Sets who is told of the next end; while nothing runs. */
    void tell(Owner owner) {
        this.owner = owner;
    }

    @Override
    public void onSubscribe(Subscription unused) {
        throw new IllegalStateException("a persistent operation is started, not subscribed");
    }

    @Override
    public void onNext(Status status) {
        owner().onCompleted(status);
    }

    @Override
    public void onComplete() {
        // The status has said so, and the next run may have begun since.
    }

    @Override
    public void onError(Throwable error) {
        owner().onFailed(error);
    }

    @Override
    public void onCancelled() {
        owner().onCancelled();
    }

    private Owner owner() {
        if (owner == null) {
            throw new IllegalStateException("ended without having been started");
        }
        return owner;
    }
}
