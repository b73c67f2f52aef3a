package org.reactivempi.core.operation;

import java.util.function.Function;
import org.reactivempi.Buffer;
import org.reactivempi.ErrorClass;
import org.reactivempi.MatchedMessage;
import org.reactivempi.Message;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.protocol.Parked;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/** A message that a probe has taken out of matching; received once, by whoever starts first. */
final class TakenMessage implements MatchedMessage {

    private final Engine engine;
    final Parked message;
    private final Status status;
    /** Only for the progress thread. */
    private boolean received;

    TakenMessage(Engine engine, Parked message) {
        this.engine = engine;
        this.message = message;
        this.status = ProbeMono.status(message);
    }

    @Override
    public Status status() {
        return status;
    }

    @Override
    public Mono<Status> receive(Buffer room) {
        return new Receive<>(
                () -> room.check(true), subscriber -> new TakenBufferReceive(subscriber, engine, room, this));
    }

    @Override
    public Mono<Message> receive() {
        return new Receive<>(() -> {}, subscriber -> new TakenMessageReceive(subscriber, engine, this));
    }

    /** Starts a receive of this message, on the progress thread. */
    void start(ReceiveOperation<?> receive) {
        if (received) {
            receive.onFailed(new MpiException(ErrorClass.REQUEST, "the message has been received already: " + status));
        } else if (receive.claim()) {
            received = true;
            engine.messages().receive(message, receive);
        } else {
            receive.onCancelled();
        }
    }

    @Override
    public String toString() {
        return "MatchedMessage[" + status + "]";
    }

    private static final class Receive<T> extends Mono<T> {

        private final Runnable check;
        private final Function<CoreSubscriber<? super T>, ReceiveOperation<T>> operation;

        Receive(Runnable check, Function<CoreSubscriber<? super T>, ReceiveOperation<T>> operation) {
            this.check = check;
            this.operation = operation;
        }

        @Override
        public void subscribe(CoreSubscriber<? super T> subscriber) {
            try {
                check.run();
            } catch (RuntimeException wrong) {
                Operators.error(subscriber, wrong);
                return;
            }
            subscriber.onSubscribe(operation.apply(subscriber));
        }
    }
}
