package org.reactivempi.core.operation;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.LocalOperation;
import org.reactivempi.transport.engine.port.Noting;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** Sends one message and receives another each time that it is subscribed. */
public final class SendReceiveMono extends OperationMono<Status> {

    private final Engine engine;
    private final ErrorListener errors;
    private final Mono<Status> receive;
    private final Supplier<Mono<Status>> send;
    private final Runnable check;

    /**
     * A send and a receive that are not subscribed.
     *
     * @param errors hears of its errors first; it has one, whichever half has failed
     * @param check throws what is wrong with the arguments of either; asked at each subscription
     * @param receive what to start first
     * @param send gives what to start then; asked before the receive starts, so that it may copy what the receive overwrites
     */
    public SendReceiveMono(
            Engine engine, ErrorListener errors, Runnable check, Mono<Status> receive, Supplier<Mono<Status>> send) {
        this.engine = engine;
        this.errors = errors;
        this.check = check;
        this.receive = receive;
        this.send = send;
    }

    @Override
    protected Engine engine() {
        return engine;
    }

    @Override
    protected ErrorListener errors() {
        return errors;
    }

    @Override
    protected String inWords() {
        return "isendrecv";
    }

    @Override
    public void subscribe(CoreSubscriber<? super Status> subscriber) {
        try {
            check.run();
        } catch (RuntimeException wrong) {
            errors.refuse(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(new SendReceive(subscriber, this));
    }

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
    private static final class SendReceive extends LocalOperation implements AnsweringSubscription {

        private final CoreSubscriber<? super Status> subscriber;
        private final SendReceiveMono mono;
        private final Half receive = new Half();
        private final Half send = new Half();
        /** The receive; null where there is nobody to receive from. */
        private final @Nullable HalfReceive receiving;

        private int running = 2;
        private boolean cancelled;
        private @Nullable Throwable error;

        SendReceive(CoreSubscriber<? super Status> subscriber, SendReceiveMono mono) {
            this.subscriber = subscriber;
            this.mono = mono;
            this.receiving = mono.receive instanceof ReceiveMono<Status> peer ? new HalfReceive(receive, peer) : null;
        }

        /** At once on the cancelling thread, since the receive's memory is the caller's again when the cancellation returns. */
        @Override
        protected void beforeCancel() {
            if (receiving != null) {
                receiving.cancel();
            }
        }

        @Override
        protected CoreSubscriber<?> subscriber() {
            return subscriber;
        }

        @Override
        protected Engine engine() {
            return mono.engine;
        }

        @Override
        protected @Nullable Runnable answer() {
            return OperationMono.answer(subscriber);
        }

        @Override
        protected Throwable error(Throwable failure) {
            return ContractFailures.of(failure);
        }

        @Override
        protected boolean announce(Throwable told, Runnable signal) {
            return mono.errors.hears(told, subscriber, signal);
        }

        @Override
        protected String inWords() {
            return mono.inWords();
        }

        @Override
        protected void start() {
            Mono<Status> sending;
            try {
                sending = mono.send.get();
            } catch (RuntimeException refused) {
                onFailed(refused);
                return;
            }
            // One step, so that nothing comes between them.
            mono.engine.messages().step(() -> startHalves(sending));
        }

        private void startHalves(Mono<Status> sending) {
            if (receiving == null) {
                mono.receive.subscribe(receive);
            } else {
                receive.onSubscribe(receiving);
            }
            if (error == null) {
                sending.subscribe(send);
            } else {
                send.end();
            }
        }

        @Override
        protected void withdraw() {
            if (receiving == null) {
                receive.cancel();
            } else {
                receiving.cancel();
            }
            send.cancel();
        }

        private void onEnd() {
            if (error != null) {
                if (receiving != null) {
                    receiving.cancel();
                }
                onFailed(error);
            } else if (isReceived()) {
                onDone();
            } else {
                onCancelled();
            }
        }

        @Override
        protected void onDone() {
            if (end()) {
                tell(subscriber, Objects.requireNonNull(receive.status));
            }
        }

        /** Whether there is a message that doesn't go back, which is for the subscriber then, whatever has become of the send. */
        private boolean isReceived() {
            return receiving == null ? !cancelled && receive.status != null : receiving.isHere && receiving.endsHere();
        }

        /** The receive, which ends only with the whole. */
        private static final class HalfReceive extends ReceiveOperation<Status> {

            private final Half half;
            /** The buffer as it is for one operation. */
            private final @Nullable Payload room;

            private boolean isHere;

            HalfReceive(Half half, ReceiveMono<Status> mono) {
                super(half, mono);
                this.half = half;
                this.room = mono.room == null ? null : mono.room.sequential();
            }

            @Override
            @Nullable
            Payload room() {
                return room;
            }

            @Override
            protected void onReceived() {
                try {
                    if (room != null) {
                        room.received();
                    }
                } catch (MpiException refused) {
                    refuse(refused);
                    return;
                }
                isHere = true;
                half.onNext(status());
                half.onComplete();
            }

            boolean endsHere() {
                return end();
            }

            @Override
            protected void returnMessage() {
                super.returnMessage();
                if (isHere) {
                    isHere = false;
                    onCancelled();
                }
            }
        }

        /** The subscriber of one of the two; only on the progress thread. */
        private final class Half implements CoreSubscriber<Status>, Noting, CancelListener, ErrorListener.Inner {

            private @Nullable Subscription subscription;
            private @Nullable Status status;
            private boolean ended;

            /** Its end may be that of the whole. */
            @Override
            public boolean isQuiet() {
                return Noting.isQuiet(subscriber);
            }

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
            public void onError(Throwable failure) {
                if (error == null) {
                    error = failure;
                }
                end();
                if (!isOfMessage(failure)) {
                    withdraw();
                }
            }

            @Override
            public void onCancelled() {
                cancelled = true;
                end();
            }

            /** Whether only the message that has come was wrong: too long, or of other elements. */
            private boolean isOfMessage(Throwable failure) {
                return failure instanceof TruncationException
                        || this == receive
                                && failure instanceof MpiException wrong
                                && wrong.errorClass() == ErrorClass.TYPE;
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
}
