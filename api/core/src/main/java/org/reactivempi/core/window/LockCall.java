package org.reactivempi.core.window;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Assertion;
import org.reactivempi.ErrorClass;
import org.reactivempi.LockType;
import org.reactivempi.MpiException;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** A lock that is wanted, each time that it is subscribed. One that is cancelled stays with nobody, whenever it is granted. */
final class LockCall extends TargetMono<Void> {

    private final Synchronizations epochs;
    private final @Nullable LockType type;
    private final Assertion[] assertions;

    LockCall(
            WindowState window, Synchronizations epochs, @Nullable LockType type, int target, Assertion... assertions) {
        super(window, OperationKind.LOCK, target);
        this.epochs = epochs;
        this.type = type;
        this.assertions = assertions.clone();
    }

    @Override
    Subscription running(CoreSubscriber<? super Void> subscriber) {
        if (type == null) {
            throw new MpiException(ErrorClass.LOCKTYPE, "the type of the lock is null");
        }
        Checks.target(target, window.size());
        boolean isAssumed =
                Checks.assertions("lock", Checks.OF_ACCESS, assertions).contains(Assertion.NO_CHECK);
        return new Running(subscriber, this, isAssumed);
    }

    /** One lock, from its subscription to its last signal. */
    private static final class Running extends RunningCall<Void, LockCall> {

        private final boolean assumed;
        private boolean givenUp;

        Running(CoreSubscriber<? super Void> subscriber, LockCall call, boolean assumed) {
            super(subscriber, call);
            this.assumed = assumed;
        }

        @Override
        long movedBytes() {
            return 0;
        }

        @Override
        void check() {
            call.window.exists();
        }

        @Override
        void go() {
            call.epochs.locks(call.target, call.type == LockType.EXCLUSIVE, assumed, this);
        }

        @Override
        @Nullable
        Void result() {
            return null;
        }

        @Override
        public void ended(@Nullable Throwable failure) {
            if (failure != null) {
                failed(failure);
            } else if (!claim()) {
                giveUp();
                cancelled();
            }
            engine().messages().end(this);
        }

        /** Nobody has got it: gives it back, once. */
        private void giveUp() {
            if (!givenUp) {
                givenUp = true;
                call.epochs.giveUp(call.target);
            }
        }

        @Override
        protected boolean givesBack() {
            return true;
        }

        @Override
        protected void returnMessage() {
            giveUp();
        }

        @Override
        protected void withdraw() {
            if (call.epochs.withdraws(call.target)) {
                endAsWithdrawn();
            }
        }
    }
}
