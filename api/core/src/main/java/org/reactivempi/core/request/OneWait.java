package org.reactivempi.core.request;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.reactivempi.Status;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** Waits for one request. */
final class OneWait extends Mono<Status> {

    private final CoreRequest request;

    OneWait(CoreRequest request) {
        this.request = request;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Status> actual) {
        actual.onSubscribe(new Wait(request, actual));
    }

    /**
     * One subscription, which is also its watch at the request.
     *
     * <pre>
     *  IDLE --request(n)--> WAITING --end, cancel--> OVER
     * </pre>
     */
    private static final class Wait extends CoreRequest.Watch implements Subscription {

        private static final AtomicIntegerFieldUpdater<Wait> STATE =
                AtomicIntegerFieldUpdater.newUpdater(Wait.class, "state");
        private static final int IDLE = 0;
        private static final int WAITING = 1;
        private static final int OVER = 2;

        private final CoreRequest request;
        private final CoreSubscriber<? super Status> actual;
        private volatile int state = IDLE;

        Wait(CoreRequest request, CoreSubscriber<? super Status> actual) {
            this.request = request;
            this.actual = actual;
        }

        @Override
        public void request(long n) {
            if (n <= 0) {
                refuse(n);
            } else if (STATE.compareAndSet(this, IDLE, WAITING)) {
                request.watch(this);
            }
        }

        @Override
        public void cancel() {
            state = OVER;
        }

        @Override
        boolean isOver() {
            return state == OVER;
        }

        @Override
        void onEnd() {
            if (STATE.compareAndSet(this, WAITING, OVER)) {
                signal(request.consumeEnded());
            }
        }

        @Override
        Context context() {
            return actual.currentContext();
        }

        private void signal(Object outcome) {
            Throwable error = RequestOutcome.error(outcome);
            if (error != null) {
                actual.onError(error);
                return;
            }
            actual.onNext(RequestOutcome.status(outcome));
            actual.onComplete();
        }

        private void refuse(long n) {
            if (STATE.getAndSet(this, OVER) != OVER) {
                actual.onError(Exceptions.nullOrNegativeRequestException(n));
            }
        }
    }
}
