package org.reactivempi.benchmarks;

import java.util.concurrent.CountDownLatch;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.scheduler.Scheduler;

/**
 * Work that goes on, round after round, when operations end that this has subscribed to, on one progress thread; without an operator of
 * Reactor's in between.
 */
abstract class Rounds implements CoreSubscriber<Object> {

    private final CountDownLatch end = new CountDownLatch(1);

    /** Starts what comes next, or {@linkplain #end ends}. */
    abstract void next();

    final void startOn(Scheduler progress) {
        progress.schedule(this::next);
    }

    final void end() {
        end.countDown();
    }

    final void await() throws InterruptedException {
        end.await();
    }

    @Override
    public final void onSubscribe(Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public final void onNext(Object value) {}

    @Override
    public final void onError(Throwable error) {
        throw new IllegalStateException("a benchmark has failed", error);
    }
}
