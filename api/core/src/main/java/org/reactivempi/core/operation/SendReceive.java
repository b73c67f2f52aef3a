package org.reactivempi.core.operation;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/**
 * One send and one receive that run side by side, from their subscription to their last signal.
 *
 * <pre>
 *  receive  start ~~~~~~~~~~~~~~ status
 *  send      start ~~~~~~~~~~~~~~~~~~~~~~~~ status
 *  subscriber ----------------------------- receive's status|
 * </pre>
 * An error of one cancels the other. Both start in one command of the mailbox, so that nothing comes between them.
 */
final class SendReceive implements Subscription, Edge.Operation {

    private static final Edge<SendReceive> EDGE =
            new Edge<>(AtomicIntegerFieldUpdater.newUpdater(SendReceive.class, "state"));

    private final CoreSubscriber<? super Status> subscriber;
    private final SendReceiveMono mono;
    private final Half receive = new Half();
    private final Half send = new Half();

    @SuppressWarnings("unused") // by the edge
    private volatile int state = Edge.ASSEMBLED;

    SendReceive(CoreSubscriber<? super Status> subscriber, SendReceiveMono mono) {
        this.subscriber = subscriber;
        this.mono = mono;
    }

    @Override
    public void request(long n) {
        EDGE.request(this, n);
    }

    @Override
    public void cancel() {
        EDGE.cancel(this);
    }

    @Override
    public void run() {
        EDGE.run(this);
    }

    @Override
    public Engine engine() {
        return mono.engine;
    }

    @Override
    public CoreSubscriber<?> subscriber() {
        return subscriber;
    }

    @Override
    public void start() {
        Mono<Status> sending;
        try {
            sending = mono.send.get();
        } catch (RuntimeException refused) {
            fail(refused);
            return;
        }
        mono.receive.subscribe(receive);
        if (!receive.failed) {
            sending.subscribe(send);
        }
    }

    @Override
    public void withdraw() {
        receive.cancel();
        send.cancel();
    }

    private void onHalfDone() {
        Status received = receive.status;
        if (received != null && send.status != null && EDGE.end(this)) {
            Edge.succeed(subscriber, received);
        }
    }

    private void fail(Throwable error) {
        if (EDGE.end(this)) {
            withdraw();
            Edge.fail(subscriber, error);
        }
    }

    /** The subscriber of one of the two; only on the progress thread. */
    private final class Half implements CoreSubscriber<Status> {

        private @Nullable Subscription subscription;
        private @Nullable Status status;
        private boolean failed;

        @Override
        public Context currentContext() {
            return subscriber.currentContext();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            this.subscription = subscription;
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Status status) {
            this.status = status;
            onHalfDone();
        }

        @Override
        public void onError(Throwable error) {
            failed = true;
            fail(error);
        }

        @Override
        public void onComplete() {
            // Its status has said so.
        }

        private void cancel() {
            if (subscription != null) {
                subscription.cancel();
            }
        }
    }
}
