package org.reactivempi.core.request;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Status;
import reactor.core.CoreSubscriber;

/** Waits for one request. */
final class OneWait extends WaitMono<Status> {

    private final CoreRequest request;

    OneWait(CoreRequest request) {
        this.request = request;
    }

    @Override
    PersistentOperation.@Nullable Source operation() {
        return request.operation();
    }

    @Override
    public void subscribe(CoreSubscriber<? super Status> actual) {
        actual.onSubscribe(new Wait(request, actual));
    }

    private static final class Wait extends RequestWait<Status> {

        private final CoreRequest request;

        Wait(CoreRequest request, CoreSubscriber<? super Status> actual) {
            super(actual);
            this.request = request;
        }

        @Override
        void begin() {
            request.watch(this);
        }

        @Override
        void onEnd(CoreRequest ended) {
            if (finish()) {
                signal(request.consumeEnded());
            }
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
    }
}
