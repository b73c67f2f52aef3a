package org.reactivempi.benchmarks;

import java.util.concurrent.CountDownLatch;
import org.reactivempi.Status;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Rounds of as many receives and as many sends, all started at once; the next round begins when the last has ended. */
final class Window implements CoreSubscriber<Status> {

    private final Mono<Status> receive;
    private final Mono<Status> send;
    private final int length;
    private final CountDownLatch end = new CountDownLatch(1);
    private int rounds;
    private int running;

    Window(int rounds, int length, Mono<Status> receive, Mono<Status> send) {
        this.rounds = rounds;
        this.length = length;
        this.receive = receive;
        this.send = send;
    }

    Window startOn(Scheduler progress) {
        progress.schedule(this::round);
        return this;
    }

    void await() throws InterruptedException {
        end.await();
    }

    private void round() {
        if (rounds == 0) {
            end.countDown();
            return;
        }
        rounds--;
        running = 2 * length;
        for (int i = 0; i < length; i++) {
            receive.subscribe(this);
        }
        for (int i = 0; i < length; i++) {
            send.subscribe(this);
        }
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Status status) {}

    @Override
    public void onComplete() {
        running--;
        if (running == 0) {
            round();
        }
    }

    @Override
    public void onError(Throwable error) {
        throw new IllegalStateException("a benchmark has failed", error);
    }
}
