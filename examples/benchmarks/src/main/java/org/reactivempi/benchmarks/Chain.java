package org.reactivempi.benchmarks;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.reactivempi.Status;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Operations that start each other, a fixed number of rounds through a list of them, without an operator of Reactor's in
 * between; all on one progress thread.
 */
final class Chain implements CoreSubscriber<Status> {

    private final List<Mono<Status>> round;
    private final CountDownLatch end = new CountDownLatch(1);
    private int left;
    private int next;

    /**
     * A chain that is not started.
     *
     * @param rounds how often
     * @param round the operations of a round, in their order
     */
    Chain(int rounds, List<Mono<Status>> round) {
        this.round = round;
        this.left = rounds * round.size();
    }

    Chain startOn(Scheduler progress) {
        progress.schedule(this::startNext);
        return this;
    }

    void await() throws InterruptedException {
        end.await();
    }

    private void startNext() {
        if (left == 0) {
            end.countDown();
            return;
        }
        left--;
        Mono<Status> operation = round.get(next);
        next = next + 1 == round.size() ? 0 : next + 1;
        operation.subscribe(this);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Status status) {}

    @Override
    public void onComplete() {
        startNext();
    }

    @Override
    public void onError(Throwable error) {
        throw new IllegalStateException("a benchmark has failed", error);
    }
}
