package org.reactivempi.core.ask;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.core.operation.Coded;
import org.reactivempi.core.operation.ErrorListener;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.transport.engine.event.AskRefusal;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.Outcome;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.LocalOperation;
import org.reactivempi.transport.engine.port.Noting;
import reactor.core.CoreSubscriber;

/**
 * One question for a value, from its subscription to its last signal: the subscriber is told as soon as the answer is there.
 *
 * @param <R> the answer's type
 */
final class Asking<R> extends LocalOperation implements AnsweringSubscription {

    private final CoreSubscriber<? super R> subscriber;
    private final Question<?, R> mono;
    private final Payload data;
    private final ForValue inquiry;

    /** Whose scope the signals are in, until the last of them. By the progress thread. */
    private @Nullable OperationTrace trace;

    /** One to be asked; {@code mostBytes} is the longest answer that its codec takes. */
    Asking(CoreSubscriber<? super R> subscriber, Question<?, R> mono, Payload data, int peer, long mostBytes) {
        this.subscriber = subscriber;
        this.mono = mono;
        this.data = data;
        this.inquiry = new ForValue(peer, mostBytes);
    }

    @Override
    protected CoreSubscriber<?> subscriber() {
        return subscriber;
    }

    /** The answer's codec is code of the program. */
    @Override
    protected boolean isQuiet() {
        return Noting.isWaitedFor(subscriber);
    }

    @Override
    protected Engine engine() {
        return mono.asks.engine();
    }

    @Override
    protected @Nullable Runnable answer() {
        return OperationMono.answer(subscriber);
    }

    @Override
    protected Throwable error(Throwable failure) {
        return inquiry.ofContract(failure);
    }

    @Override
    protected boolean announce(Throwable told, Runnable signal) {
        return mono.errors().hears(told, subscriber, signal);
    }

    @Override
    protected void start() {
        try {
            inquiry.ask(data, QuestionTail.Form.VALUE, 0, 0, 0);
        } catch (RuntimeException closed) {
            endAsFailed(closed);
        }
    }

    /** The subscriber has cancelled. */
    @Override
    protected void withdraw() {
        inquiry.giveUp();
    }

    private void tellFailure(Throwable failure) {
        OperationTrace scope = trace;
        if (inquiry.isGivenUp()) {
            tellCancellation();
        } else if (scope == null) {
            endAsFailed(failure);
        } else {
            trace = null;
            scope.signal(() -> endAsFailed(failure));
            scope.over(Outcome.FAILED, failure);
        }
    }

    private void tellCancellation() {
        OperationTrace scope = trace;
        trace = null;
        endAsCancelled();
        if (scope != null) {
            scope.over(Outcome.CANCELLED, null);
        }
    }

    private void give(byte[] answer) {
        R value;
        try {
            value = value(answer);
        } catch (RuntimeException failure) {
            tellFailure(failure);
            return;
        }
        OperationTrace scope = trace;
        if (scope == null) {
            give(value);
        } else {
            trace = null;
            scope.signal(() -> give(value));
            scope.over(Outcome.DONE, null);
        }
    }

    /** What the handler has given, or null; throws what it has failed with. */
    private @Nullable R value(byte[] answer) {
        Answer.Kind kind = Answer.kind(answer);
        return switch (kind) {
            case VALUE -> decoded(answer);
            case EMPTY -> null;
            case ERROR -> throw Answer.error(answer);
            default -> throw new MpiException(ErrorClass.INTERN, kind + " answers a question for a value");
        };
    }

    private R decoded(byte[] answer) {
        try {
            return Coded.decode(Answer.payload(answer), mono.answerCodec);
        } catch (RuntimeException unreadable) {
            mono.asks.engine().askNews().refused(AskRefusal.ANSWER_UNREADABLE);
            throw unreadable;
        }
    }

    private void give(@Nullable R value) {
        if (end()) {
            if (value == null) {
                tellEnd(subscriber);
            } else {
                tell(subscriber, value);
            }
        }
    }

    /** Never queued itself: its messages are. */
    @Override
    protected void onDone() {
        throw new IllegalStateException("a question ends with its answer");
    }

    @Override
    public String toString() {
        return inquiry.toString();
    }

    /** The question and its answer. */
    private final class ForValue extends Inquiry {

        ForValue(int peer, long mostBytes) {
            super(mono.asks, new Call("ask", mono.destination, mono.tag), peer, mostBytes);
        }

        @Override
        CoreSubscriber<?> asker() {
            return subscriber;
        }

        @Override
        @Nullable
        String askedAt() {
            return site();
        }

        @Override
        void onBegun(OperationTrace begun) {
            trace = begun;
        }

        @Override
        void onAnswer(byte[] answer) {
            if (isGivenUp() || isCancelling()) {
                dropped();
            } else {
                give(answer);
            }
        }

        @Override
        void onGivenUp() {
            tellCancellation();
        }

        @Override
        void onNotAnswered(Throwable why) {
            tellFailure(why);
        }
    }

    /** Asks each time that it is subscribed. */
    static final class Question<T, R> extends OperationMono<R> {

        private final Asks asks;
        private final T question;
        private final Codec<T> codec;
        private final int destination;
        private final int tag;
        private final Codec<R> answerCodec;

        Question(Asks asks, T question, Codec<T> codec, int destination, int tag, Codec<R> answerCodec) {
            this.asks = asks;
            this.question = question;
            this.codec = codec;
            this.destination = destination;
            this.tag = tag;
            this.answerCodec = answerCodec;
        }

        @Override
        protected Engine engine() {
            return asks.engine();
        }

        @Override
        protected ErrorListener errors() {
            return asks.check;
        }

        @Override
        protected String inWords() {
            return asks.check.inWords("ask", "destination", destination, tag);
        }

        @Override
        public void subscribe(CoreSubscriber<? super R> subscriber) {
            int peer;
            Payload data;
            long mostBytes;
            try {
                peer = asks.check.destination(destination, tag);
                data = Coded.encode(question, codec);
                mostBytes = answerCodec.longestBytes();
            } catch (RuntimeException wrong) {
                errors().refuse(subscriber, wrong);
                return;
            }
            subscriber.onSubscribe(new Asking<>(subscriber, this, data, peer, mostBytes));
        }
    }
}
