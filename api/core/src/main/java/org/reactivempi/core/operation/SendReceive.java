package org.reactivempi.core.operation;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Status;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.transport.engine.Engine;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/**
 * One send and one receive that run side by side, from their subscription to their last signal.
 *
 * <pre>
 *  receive     start ~~~~~~~~~~~~~~ status
 *  send         start ~~~~~~~~~~~~~~~~~~~~~~~~ status
 *  subscriber  ------------------------------- receive's status|
 * </pre>
 * Both start in one command of the mailbox, so that nothing comes between them. An error of one cancels the other. In
 * any case the end is signalled when both have ended, and the memory of both is free: the error if one has failed, else
 * the cancellation if one was cancelled, else the status.
 */
final class SendReceive implements Edge.Operation {

    private static final Edge<SendReceive> EDGE =
            new Edge<>(AtomicIntegerFieldUpdater.newUpdater(SendReceive.class, "state"), Edge.WITHDRAWING);

    private final CoreSubscriber<? super Status> subscriber;
    private final SendReceiveMono mono;
    private final Half receive = new Half();
    private final Half send = new Half();
    private int running = 2;
    private boolean cancelled;
    private @Nullable Throwable failure;

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
            EDGE.failed(this, refused);
            return;
        }
        // One step, so that nothing comes between them.
        engine().messages().step(() -> startHalves(sending));
    }

    private void startHalves(Mono<Status> sending) {
        mono.receive.subscribe(receive);
        if (failure == null) {
            sending.subscribe(send);
        } else {
            send.end();
        }
    }

    @Override
    public void withdraw() {
        receive.cancel();
        send.cancel();
    }

    private void onEnd() {
        Status received = receive.status;
        if (failure != null) {
            EDGE.failed(this, failure);
        } else if (cancelled || received == null) {
            EDGE.cancelled(this);
        } else if (EDGE.end(this)) {
            Edge.succeed(subscriber, received);
        }
    }

    /** The subscriber of one of the two; only on the progress thread. */
    private final class Half implements CoreSubscriber<Status>, CancelListener {

        private @Nullable Subscription subscription;
        private @Nullable Status status;
        private boolean ended;

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
        }

        @Override
        public void onComplete() {
            end();
        }

        @Override
        public void onError(Throwable error) {
            if (failure == null) {
                failure = error;
            }
            end();
            withdraw();
        }

        @Override
        public void onCancelled() {
            cancelled = true;
            end();
        }

        private void cancel() {
            if (subscription != null && !ended) {
                subscription.cancel();
                if (!(subscription instanceof AnsweringSubscription)) {
                    onCancelled();
                }
            }
        }

        private void end() {
            if (!ended) {
                ended = true;
                running--;
                if (running == 0) {
                    onEnd();
                }
            }
        }
    }
}
