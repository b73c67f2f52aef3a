package org.reactivempi.core.request;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Completion;
import org.reactivempi.Mpi;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Operators;

/** Waits for one of several requests: of all that have ended, the first one. Watches them only where none has. */
final class AnyWait extends WaitMono<Completion> {

    private final CoreRequest[] requests;

    AnyWait(CoreRequest[] requests) {
        this.requests = requests;
    }

    @Override
    PersistentOperation.@Nullable Source operation() {
        return operationOf(requests);
    }

    @Override
    public void subscribe(CoreSubscriber<? super Completion> actual) {
        actual.onSubscribe(new Wait(requests, actual));
    }

    private static final class Wait extends RequestWait<Completion> {

        private static final AtomicIntegerFieldUpdater<Wait> MISSED =
                AtomicIntegerFieldUpdater.newUpdater(Wait.class, "missed");

        private final CoreRequest[] requests;

        /** How many ends have been told since the thread that looks has begun to; that one looks again for them. */
        private volatile int missed;

        Wait(CoreRequest[] requests, CoreSubscriber<? super Completion> actual) {
            super(actual);
            this.requests = requests;
        }

        @Override
        void begin() {
            look();
            boolean isWatching = false;
            boolean isLate = false;
            for (int i = 0; i < requests.length && isWaiting(); i++) {
                Object outcome = requests[i].outcome();
                if (outcome == null) {
                    requests[i].watch(this);
                    isWatching = true;
                } else {
                    isLate |= outcome != RequestOutcome.Absent.INACTIVE;
                }
            }
            if (isLate || !isWatching) {
                // The end that the wait is for, or the last one at all, came between the look and the watch.
                look();
            }
        }

        /** A persistent request may run again already, where another wait has consumed this end. */
        @Override
        void onEnd(CoreRequest ended) {
            look();
            if (isWaiting() && ended.outcome() == null) {
                ended.watch(this);
            }
        }

        private void look() {
            if (MISSED.getAndIncrement(this) != 0) {
                return;
            }
            int seen = 1;
            while (seen != 0 && take()) {
                takeFirst();
                seen = MISSED.addAndGet(this, -seen);
            }
        }

        private void takeFirst() {
            Completion first = LocalTest.TEST.any(requests).orElse(null);
            if (first == null) {
                giveUp();
                return;
            }
            taken();
            try {
                if (first.index() != Mpi.UNDEFINED) {
                    actual.onNext(first);
                }
                actual.onComplete();
            } catch (Throwable error) {
                Exceptions.throwIfFatal(error);
                Operators.onErrorDropped(error, context());
            }
        }
    }
}
