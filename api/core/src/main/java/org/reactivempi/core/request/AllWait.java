package org.reactivempi.core.request;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Completion;
import org.reactivempi.ErrorClass;
import org.reactivempi.InStatusException;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.port.EndNumbers;
import reactor.core.CoreSubscriber;

/** Waits until all requests of a list have ended, or one has failed, and only then consumes them. */
final class AllWait extends WaitMono<List<Status>> {

    private final CoreRequest[] requests;

    AllWait(CoreRequest[] requests) {
        this.requests = requests;
    }

    @Override
    PersistentOperation.@Nullable Source operation() {
        return operationOf(requests);
    }

    @Override
    public void subscribe(CoreSubscriber<? super List<Status>> actual) {
        actual.onSubscribe(new Wait(requests, actual));
    }

    private static final class Wait extends RequestWait<List<Status>> {

        private static final AtomicIntegerFieldUpdater<Wait> LEFT =
                AtomicIntegerFieldUpdater.newUpdater(Wait.class, "left");

        private final CoreRequest[] requests;

        /** One more than there are requests, until all are watched. */
        private volatile int left;

        /** The first number for an end during this wait; that of what has ended before is smaller. */
        private long firstNumber;

        Wait(CoreRequest[] requests, CoreSubscriber<? super List<Status>> actual) {
            super(actual);
            this.requests = requests;
            LEFT.lazySet(this, requests.length + 1);
        }

        @Override
        void begin() {
            // Before any request knows of this wait.
            firstNumber = takeNumbers();
            for (int i = 0; i < requests.length && isWaiting(); i++) {
                requests[i].watch(this);
            }
            endOne();
        }

        /** One for each count of requests that are left, of the rank that they all have, if they have. */
        private long takeNumbers() {
            EndNumbers ends = requests.length == 0 ? null : requests[0].ends();
            for (int i = 1; i < requests.length && ends != null; i++) {
                if (requests[i].ends() != ends) {
                    ends = null;
                }
            }
            int count = requests.length + 1;
            return ends == null ? EndNumbers.takeOfNone(count) : ends.take(count);
        }

        /** In their order among each other, which is what a wait that comes after this one can want of them. */
        @Override
        long endNumber(CoreRequest ending) {
            return isWaiting() ? firstNumber + requests.length + 1 - left : super.endNumber(ending);
        }

        @Override
        void onEnd(CoreRequest ended) {
            Object outcome = ended.outcome();
            if (outcome != null && RequestOutcome.isFailure(outcome)) {
                fail(ended, outcome);
            } else {
                endOne();
            }
        }

        private void endOne() {
            if (LEFT.decrementAndGet(this) == 0 && finish()) {
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

        private void fail(CoreRequest request, Object failure) {
            if (finish()) {
                Completion failed =
                        RequestOutcome.completion(Arrays.asList(requests).indexOf(request), failure);
                // Another wait may consume the failure first; it is reported here nevertheless. What the
                // request does since then is not for this wait.
                request.consume(failure);
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
}
