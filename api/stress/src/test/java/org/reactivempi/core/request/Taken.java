package org.reactivempi.core.request;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Completion;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** What one wait, or some tests, got: statuses of ended and of cancelled operations, errors, and signals of its end. */
final class Taken implements CoreSubscriber<Object> {

    // Atomic, since it is wrong signals, at the same time, that must not be lost.
    private final AtomicInteger statuses = new AtomicInteger();
    private final AtomicInteger cancelled = new AtomicInteger();
    private final AtomicInteger empty = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();
    private final long demand;
    private volatile @Nullable Subscription subscription;

    Taken(long demand) {
        this.demand = demand;
    }

    Taken() {
        this(Long.MAX_VALUE);
    }

    void test(Request request) {
        request.test().ifPresent(this::take);
    }

    void testAll(List<Request> requests) {
        requests.forEach(this::test);
    }

    void request(long n) {
        Objects.requireNonNull(subscription).request(n);
    }

    void cancel() {
        Objects.requireNonNull(subscription).cancel();
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        if (demand > 0) {
            given.request(demand);
        }
    }

    @Override
    public void onNext(Object value) {
        take(value);
    }

    @Override
    public void onError(Throwable error) {
        failures.incrementAndGet();
        ends.incrementAndGet();
    }

    @Override
    public void onComplete() {
        ends.incrementAndGet();
    }

    private void take(Object value) {
        if (value instanceof List<?> several) {
            several.forEach(this::take);
        } else if (value instanceof Completion completion) {
            Optional.ofNullable(completion.error())
                    .ifPresentOrElse(error -> failures.incrementAndGet(), () -> take(completion.status()));
        } else if (value.equals(RacedOperation.STATUS)) {
            statuses.incrementAndGet();
        } else if (value.equals(Status.empty())) {
            empty.incrementAndGet();
        } else if (((Status) value).isCancelled()) {
            cancelled.incrementAndGet();
        }
    }

    int statuses() {
        return statuses.get();
    }

    int cancelled() {
        return cancelled.get();
    }

    int empty() {
        return empty.get();
    }

    int failures() {
        return failures.get();
    }

    int ends() {
        return ends.get();
    }
}
