package org.reactivempi.core.request;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.reactivempi.Completion;
import org.reactivempi.ErrorClass;
import org.reactivempi.InStatusException;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** Waits until all requests of a list have ended, or one has failed, and only then consumes them. */
final class AllWait extends Mono<List<Status>> {

    private final CoreRequest[] requests;

    AllWait(CoreRequest[] requests) {
        this.requests = requests;
    }

    @Override
    public void subscribe(CoreSubscriber<? super List<Status>> actual) {
        actual.onSubscribe(new Wait(requests, actual));
    }

    /**
     * One subscription.
     *
     * <pre>
     *  IDLE --request(n)--> WAITING --last end, first failure, cancel--> OVER
     * </pre>
     */
    private static final class Wait implements Subscription {

        private static final AtomicIntegerFieldUpdater<Wait> STATE =
                AtomicIntegerFieldUpdater.newUpdater(Wait.class, "state");
        private static final AtomicIntegerFieldUpdater<Wait> LEFT =
                AtomicIntegerFieldUpdater.newUpdater(Wait.class, "left");
        private static final int IDLE = 0;
        private static final int WAITING = 1;
        private static final int OVER = 2;

        private final CoreRequest[] requests;
        private final CoreSubscriber<? super List<Status>> actual;
        private volatile int state = IDLE;
        // One more than there are requests, until all are watched.
        private volatile int left;

        Wait(CoreRequest[] requests, CoreSubscriber<? super List<Status>> actual) {
            this.requests = requests;
            this.actual = actual;
            this.left = requests.length + 1;
        }

        @Override
        public void request(long n) {
            if (n <= 0) {
                refuse(n);
            } else if (STATE.compareAndSet(this, IDLE, WAITING)) {
                watchAll();
                endOne();
            }
        }

        @Override
        public void cancel() {
            state = OVER;
        }

        private void refuse(long n) {
            if (STATE.getAndSet(this, OVER) != OVER) {
                actual.onError(Exceptions.nullOrNegativeRequestException(n));
            }
        }

        private void watchAll() {
            for (int i = 0; i < requests.length && state == WAITING; i++) {
                requests[i].watch(new Entry(this, i, requests[i]));
            }
        }

        private void onEnd(Entry entry) {
            Object outcome = entry.request.outcome();
            if (outcome instanceof RequestOutcome.Failure || outcome == RequestOutcome.Absent.FREED) {
                fail(entry, outcome);
            } else {
                endOne();
            }
        }

        private void endOne() {
            if (LEFT.decrementAndGet(this) == 0 && STATE.compareAndSet(this, WAITING, OVER)) {
                signalAll();
            }
        }

        // A request may fail only when it is consumed: a generalized one by its query, any by being freed meanwhile.
        private void signalAll() {
            List<Status> statuses;
            try {
                statuses = LocalTest.TEST.allEnded(requests);
            } catch (InStatusException failure) {
                actual.onError(failure);
                return;
            }
            actual.onNext(statuses);
            actual.onComplete();
        }

        private void fail(Entry entry, Object failure) {
            if (STATE.compareAndSet(this, WAITING, OVER)) {
                Completion failed = RequestOutcome.completion(entry.index, failure);
                // A wait beside this one may consume the failure first; it is reported here nevertheless. What the
                // request
                // does since then is not for this wait.
                entry.request.consume(failure);
                actual.onError(new InStatusException(consumeOthers(failed), failed));
            }
        }

        private List<Completion> consumeOthers(Completion failed) {
            List<Completion> completions = new ArrayList<>(requests.length);
            for (int i = 0; i < requests.length; i++) {
                completions.add(failed.index() == i ? failed : consume(i));
            }
            return List.copyOf(completions);
        }

        private Completion consume(int index) {
            Object outcome = requests[index].consume();
            return outcome == null
                    ? new Completion(index, Status.empty(), new MpiException(ErrorClass.PENDING, "still active"))
                    : RequestOutcome.completion(index, outcome);
        }
    }

    /** The watch at one request. */
    private static final class Entry extends CoreRequest.Watch {

        private final Wait wait;
        private final int index;
        private final CoreRequest request;

        Entry(Wait wait, int index, CoreRequest request) {
            this.wait = wait;
            this.index = index;
            this.request = request;
        }

        @Override
        boolean isOver() {
            return wait.state == Wait.OVER;
        }

        @Override
        Context context() {
            return wait.actual.currentContext();
        }

        @Override
        void onEnd() {
            wait.onEnd(this);
        }
    }
}
