package org.reactivempi.core.request;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.reactivempi.ErrorClass;
import org.reactivempi.GeneralizedRequest;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import reactor.core.Exceptions;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/** A request of the user's own: asks for its status when it is consumed or looked at, and frees when all have let go. */
final class CoreGeneralizedRequest extends CoreRequest implements GeneralizedRequest {

    private static final AtomicIntegerFieldUpdater<CoreGeneralizedRequest> ENDED =
            AtomicIntegerFieldUpdater.newUpdater(CoreGeneralizedRequest.class, "ended");
    private static final AtomicIntegerFieldUpdater<CoreGeneralizedRequest> HOLDS =
            AtomicIntegerFieldUpdater.newUpdater(CoreGeneralizedRequest.class, "holds");

    private final Callbacks callbacks;
    private volatile int ended;
    // The request itself until it is consumed or freed, and each look or cancellation that is going on.
    private volatile int holds = 1;

    CoreGeneralizedRequest(Callbacks callbacks) {
        super(null);
        this.callbacks = callbacks;
    }

    @Override
    public void complete() {
        if (!ENDED.compareAndSet(this, 0, 1)) {
            throw new MpiException(ErrorClass.REQUEST, "the generalized request was completed before");
        }
        // Stands for the status that query will give.
        if (!end(Status.empty())) {
            letGo();
        }
    }

    @Override
    public void cancel() {
        if (hold()) {
            try {
                callbacks.cancel(ended == 1);
            } finally {
                letGoQuietly();
            }
        }
    }

    @Override
    public void free() {
        Object before = release();
        if (before instanceof Status) {
            letGo();
        }
    }

    @Override
    Object taken(Object complete) {
        Object outcome = query();
        try {
            letGo();
            return outcome;
        } catch (Throwable error) {
            Exceptions.throwIfFatal(error);
            if (outcome instanceof RequestOutcome.Failure failure) {
                error.addSuppressed(failure.error());
            }
            return new RequestOutcome.Failure(error);
        }
    }

    @Override
    Object seen(Object complete) {
        if (!hold()) {
            return absent();
        }
        Object outcome = query();
        letGoQuietly();
        return outcome;
    }

    /** Keeps the operation from being freed while a callback is called; false if it has been, or is about to be. */
    private boolean hold() {
        int before = holds;
        while (before > 0) {
            if (HOLDS.compareAndSet(this, before, before + 1)) {
                return true;
            }
            before = holds;
        }
        return false;
    }

    private void letGoQuietly() {
        try {
            letGo();
        } catch (Throwable error) {
            Exceptions.throwIfFatal(error);
            Operators.onErrorDropped(error, Context.empty());
        }
    }

    private Object query() {
        try {
            return Objects.requireNonNull(callbacks.query(), "query gave no status");
        } catch (Throwable error) {
            Exceptions.throwIfFatal(error);
            return new RequestOutcome.Failure(error);
        }
    }

    /** The last one to let go frees. */
    private void letGo() {
        if (HOLDS.decrementAndGet(this) == 0) {
            callbacks.free();
        }
    }
}
