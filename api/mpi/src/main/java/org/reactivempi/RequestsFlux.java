package org.reactivempi;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/** Watches all requests of a list and hands out those that have ended, one or many at a time, as far as demanded. */
final class RequestsFlux<T> extends Flux<T> {

    /** How an element is made of the requests that are ready: {@code null} if none is. */
    interface Taking<T> {
        @Nullable
        T from(ReadyRequests ready);
    }

    private final List<Request> requests;
    private final Taking<T> taking;

    RequestsFlux(List<Request> requests, Taking<T> taking) {
        this.requests = List.copyOf(requests);
        this.taking = taking;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        actual.onSubscribe(new Wait<>(requests, taking, actual));
    }

    /**
     * One subscription. Ends and demand come from any thread; whoever raises {@code missed} from zero sends signals for
     * all, so that they are serial and the stack stays flat.
     */
    private static final class Wait<T> implements Subscription {

        @SuppressWarnings("rawtypes")
        private static final AtomicIntegerFieldUpdater<Wait> MISSED =
                AtomicIntegerFieldUpdater.newUpdater(Wait.class, "missed");

        @SuppressWarnings("rawtypes")
        private static final AtomicIntegerFieldUpdater<Wait> STARTED =
                AtomicIntegerFieldUpdater.newUpdater(Wait.class, "started");

        @SuppressWarnings("rawtypes")
        private static final AtomicLongFieldUpdater<Wait> DEMAND =
                AtomicLongFieldUpdater.newUpdater(Wait.class, "demand");

        private final List<Request> requests;
        private final Taking<T> taking;
        private final CoreSubscriber<? super T> actual;
        private final ReadyRequests ready;

        // Raised from the beginning: no signal before all requests are watched, so that those which have ended before
        // are served together and in list order.
        private volatile int missed = 1;
        private volatile int started;
        private volatile long demand;
        private volatile boolean over;
        private volatile @Nullable IllegalArgumentException badDemand;

        Wait(List<Request> requests, Taking<T> taking, CoreSubscriber<? super T> actual) {
            this.requests = requests;
            this.taking = taking;
            this.actual = actual;
            this.ready = new ReadyRequests(requests.size());
        }

        @Override
        public void request(long n) {
            if (n > 0) {
                Operators.addCap(DEMAND, this, n);
            } else {
                badDemand = Exceptions.nullOrNegativeRequestException(n);
            }
            if (STARTED.compareAndSet(this, 0, 1)) {
                watchAll();
                signalAll();
            } else {
                signal();
            }
        }

        @Override
        public void cancel() {
            over = true;
        }

        private void watchAll() {
            for (int i = 0; i < requests.size() && !over; i++) {
                Request request = requests.get(i);
                request.watch(new Entry(this, i, request));
            }
        }

        private void onEnd(Entry entry) {
            ready.add(entry);
            signal();
        }

        private void signal() {
            if (MISSED.getAndIncrement(this) == 0) {
                signalAll();
            }
        }

        private void signalAll() {
            int seen = 1;
            while (seen != 0) {
                signalReady();
                seen = MISSED.addAndGet(this, -seen);
            }
        }

        private void signalReady() {
            while (!over && !endIfDone() && demand > 0) {
                T element = taking.from(ready);
                if (element != null) {
                    Operators.produced(DEMAND, this, 1);
                    actual.onNext(element);
                } else if (!ready.isExhausted()) {
                    return;
                }
            }
        }

        private boolean endIfDone() {
            Throwable error = badDemand;
            if (error != null) {
                over = true;
                actual.onError(error);
            } else if (ready.isExhausted()) {
                over = true;
                actual.onComplete();
            }
            return over;
        }
    }

    private static final class Entry extends IndexedWatch {

        private final Wait<?> wait;

        Entry(Wait<?> wait, int index, Request request) {
            super(index, request);
            this.wait = wait;
        }

        @Override
        boolean isOver() {
            return wait.over;
        }

        @Override
        void onEnd() {
            wait.onEnd(this);
        }
    }
}
