package org.reactivempi.core.operation;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
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
 * Both start in one command of the mailbox, so that nothing comes between them. An error of one cancels the other, but for a
 * message that was too long, which is nothing to the send. In any case the end is signalled when both have ended, and the
 * memory of both is free: the error if one has failed, else the cancellation if one was cancelled, else the status.
 *
 * <p>A message that has come stays one that can be given back until this operation ends as a whole.
 */
final class SendReceive implements Edge.Operation {

    private static final Edge<SendReceive> EDGE =
            new Edge<>(AtomicIntegerFieldUpdater.newUpdater(SendReceive.class, "state"), Edge.WITHDRAWING);

    private final CoreSubscriber<? super Status> subscriber;
    private final SendReceiveMono mono;
    private final Half receive = new Half();
    private final Half send = new Half();
    /** The receive; null where there is nobody to receive from. */
    private final @Nullable HalfReceive receiving;

    private int running = 2;
    private boolean cancelled;
    private @Nullable Throwable failure;

    @SuppressWarnings("unused") // by the edge
    private volatile int state = Edge.ASSEMBLED;

    SendReceive(CoreSubscriber<? super Status> subscriber, SendReceiveMono mono) {
        this.subscriber = subscriber;
        this.mono = mono;
        this.receiving = mono.receive instanceof ReceiveMono peer ? new HalfReceive(receive, peer) : null;
    }

    @Override
    public void request(long n) {
        EDGE.request(this, n);
    }

    @Override
    public void cancel() {
        // At once, since its memory is the caller's again when this returns.
        if (receiving != null) {
            receiving.cancel();
        }
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
        if (receiving == null) {
            mono.receive.subscribe(receive);
        } else {
            receive.onSubscribe(receiving);
        }
        if (failure == null) {
            sending.subscribe(send);
        } else {
            send.end();
        }
    }

    @Override
    public void withdraw() {
        if (receiving == null) {
            receive.cancel();
        } else {
            receiving.cancel();
        }
        send.cancel();
    }

    private void onEnd() {
        if (failure != null) {
            if (receiving != null) {
                receiving.cancel();
            }
            EDGE.failed(this, failure);
        } else if (isReceived()) {
            if (EDGE.end(this)) {
                Edge.succeed(this, subscriber, Objects.requireNonNull(receive.status));
            }
        } else {
            EDGE.cancelled(this);
        }
    }

    /** Whether there is a message that doesn't go back, which is for the subscriber then, whatever has become of the send. */
    private boolean isReceived() {
        return receiving == null ? !cancelled && receive.status != null : receiving.isHere && receiving.end();
    }

    /** The receive, which ends only with the whole. */
    private static final class HalfReceive extends BufferReceive {

        private final Half half;
        private boolean isHere;

        HalfReceive(Half half, ReceiveMono mono) {
            super(half, mono);
            this.half = half;
        }

        @Override
        protected void onReceived() {
            isHere = true;
            half.onNext(met());
            half.onComplete();
        }

        @Override
        public void giveBack() {
            super.giveBack();
            if (isHere) {
                isHere = false;
                onCancelled();
            }
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
            if (!(error instanceof TruncationException)) {
                withdraw();
            }
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
