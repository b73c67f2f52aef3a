package org.reactivempi.core.ask;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivempi.core.operation.Coded;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.HeapMemory;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.transport.engine.event.AskRefusal;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.Opening;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.Outcome;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.EngineException.DeclinedException;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.LocalOperation;
import org.reactivempi.transport.engine.port.Noting;
import org.reactivempi.transport.engine.port.Operations;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.ContextView;

/**
 * One question, from its subscription to its last signal, and then until nothing of it is under way.
 *
 * <pre>
 *  the question   WAITING --it has left, to a handler--&gt; TAKEN --&gt; its answer, whatever that is
 *                    |                                     |
 *                  cancel                                cancel
 *                    |                                     |
 *                 withdrawn                             recalled: the answer is dropped when it comes
 * </pre>
 * A handler that is cancelled gives a question back that it has not begun, to the next handler. The question stays taken here, though
 * reports say that it waits. An asker that recalls it then has it withdrawn there.
 *
 * <p>The subscriber is told as soon as the answer is there; the number is free when both messages have ended.
 *
 * @param <R> the answer's type
 */
final class Asking<R> extends LocalOperation implements AnsweringSubscription {

    private final CoreSubscriber<? super R> subscriber;
    private final Question<?, R> mono;
    private final Payload data;
    private final int peer;
    private final long mostBytes;

    // By the progress thread.
    private int number;
    private @Nullable Asked asked;
    private @Nullable Answered answered;
    /** How many of the two messages have not ended. */
    private int parts;

    private boolean taken;
    /** The handler that had taken it has given it back, and none has it since. */
    private boolean givenBack;

    private boolean gone;
    /** Whose scope the signals are in, until the last of them. */
    private @Nullable OperationTrace trace;

    /** One to be asked; {@code mostBytes} is the longest answer that its codec takes. */
    Asking(CoreSubscriber<? super R> subscriber, Question<?, R> mono, Payload data, int peer, long mostBytes) {
        this.subscriber = subscriber;
        this.mono = mono;
        this.data = data;
        this.peer = peer;
        this.mostBytes = mostBytes;
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
        return failure instanceof DeclinedException
                ? declined()
                : ContractFailures.of(failure, mono.asks.questions.ranks(), mono.inWords());
    }

    private MpiException declined() {
        return new MpiException(
                ErrorClass.COMM,
                "rank " + mono.destination
                        + " has freed the communicator, and no handler there has taken the question with tag "
                        + mono.tag);
    }

    @Override
    protected void start() {
        try {
            messages().checkOpen();
        } catch (RuntimeException closed) {
            endAsFailed(closed);
            return;
        }
        number = mono.asks.takeNumber();
        parts = 2;
        Answered receive = new Answered();
        Asked send = new Asked();
        answered = receive;
        asked = send;
        // The receive first: a question to this very rank may be answered before the send returns.
        messages().receive(receive);
        messages().send(send);
    }

    /** The subscriber has cancelled. */
    @Override
    protected void withdraw() {
        gone = true;
        if (taken) {
            recall();
        } else if (asked != null) {
            // What is being sent in pieces has been taken, and is recalled when it has left.
            messages().withdraw(asked);
        }
    }

    private void recall() {
        if (answered != null) {
            mono.asks.engine().askNews().recall(peer, ContextId.communicator(mono.asks.questions.context()), number);
        }
    }

    private void onTaken() {
        asked = null;
        taken = true;
        if (gone) {
            recall();
        }
        partEnded();
    }

    /** The peer says that a handler has the question whose answer a receive waits for, or that none has it any more. */
    static void moved(Incoming receive, Asks asks, int peer, int number, boolean taken) {
        if (receive instanceof Asking<?>.Answered answered) {
            answered.moved(asks, peer, number, taken);
        }
    }

    private void onWithdrawn() {
        asked = null;
        forgetAnswer();
        tellCancellation();
        partEnded();
    }

    private void onNotAsked(Throwable failure) {
        asked = null;
        forgetAnswer();
        tellFailure(failure);
        partEnded();
    }

    private void forgetAnswer() {
        if (answered != null) {
            messages().withdraw(answered);
        }
    }

    private void tellFailure(Throwable failure) {
        OperationTrace scope = trace;
        if (gone) {
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

    private void onAnswer(byte @Nullable [] answer, long lengthBytes) {
        answered = null;
        if (gone || isCancelling()) {
            if (answer == null || !Answer.isGivenUp(answer)) {
                mono.asks.engine().askNews().answerDropped(peer);
            }
            tellCancellation();
        } else {
            give(answer, lengthBytes);
        }
        partEnded();
    }

    private void give(byte @Nullable [] answer, long lengthBytes) {
        R value;
        try {
            value = value(answer, lengthBytes);
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
    private @Nullable R value(byte @Nullable [] answer, long lengthBytes) {
        if (answer == null) {
            mono.asks.engine().askNews().refused(AskRefusal.ANSWER_TOO_LONG);
            throw tooLong(lengthBytes - Tailed.KIND_BYTES);
        }
        return switch (Answer.kind(answer)) {
            case VALUE -> decoded(answer);
            case EMPTY -> null;
            case ERROR -> throw Answer.error(answer);
            case FREED -> throw declined();
            case GIVEN_UP -> throw new MpiException(ErrorClass.INTERN, "a question was given up that was not recalled");
        };
    }

    private R decoded(byte[] answer) {
        try {
            return Coded.decode(Tailed.payload(answer, Tailed.KIND_BYTES), mono.answerCodec);
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

    private MpiException tooLong(long lengthBytes) {
        return lengthBytes > mostBytes
                ? new TruncationException(Status.of(mono.destination, mono.tag, lengthBytes), mostBytes)
                : new MpiException(
                        ErrorClass.NO_MEM,
                        "no memory for an answer of " + lengthBytes + " bytes, at most " + HeapMemory.LONGEST_ARRAY
                                + " bytes and what the heap has are possible");
    }

    private void partEnded() {
        parts--;
        if (parts == 0) {
            mono.asks.giveBack(number);
        }
    }

    private Operations messages() {
        return mono.asks.engine().messages();
    }

    /** Never queued itself: its messages are. */
    @Override
    protected void onDone() {
        throw new IllegalStateException("a question ends with its answer");
    }

    @Override
    public String toString() {
        return "ask(destination " + mono.asks.state.inWords(mono.asks.questions.context(), mono.destination) + ", tag "
                + mono.tag + ", " + mono.asks.state.inWords() + ")";
    }

    /** The question, on its way. */
    private final class Asked extends Tailed implements Opening {

        Asked() {
            super(Form.QUESTION, mono.asks.questions, peer, mono.tag, data, number);
        }

        @Override
        public String call() {
            return "ask";
        }

        @Override
        protected boolean isQuiet() {
            return Asking.this.isQuiet();
        }

        @Override
        public ContextView reactorContext() {
            return subscriber.currentContext();
        }

        /** From the start on: the answer to a long question may be signalled before the question has ended. */
        @Override
        public void began(OperationTrace begun) {
            trace = begun;
        }

        @Override
        public void goOn(OperationTrace ended) {}

        @Override
        protected void onDone() {
            onTaken();
        }

        @Override
        protected void onCancelled() {
            onWithdrawn();
        }

        @Override
        protected void onFailed(Throwable failure) {
            onNotAsked(failure);
        }
    }

    /** The receive of the answer. */
    private final class Answered extends Incoming.Owned {

        private byte @Nullable [] payload;

        Answered() {
            super(mono.asks.answers.context(), mono.destination, number, peer);
        }

        @Override
        public boolean isPart() {
            return true;
        }

        @Override
        protected boolean isQuiet() {
            return Asking.this.isQuiet();
        }

        private void moved(Asks asks, int from, int question, boolean taken) {
            if (mono.asks == asks && peer == from && number == question) {
                givenBack = !taken;
            }
        }

        @Override
        protected long room(long lengthBytes) {
            boolean wanted = !gone || lengthBytes == Tailed.KIND_BYTES;
            if (wanted && lengthBytes - Tailed.KIND_BYTES <= mostBytes) {
                payload = HeapMemory.of(lengthBytes);
            }
            return payload == null ? 0 : lengthBytes;
        }

        @Override
        protected void copyFrom(long position, ByteBuffer source) {
            source.get(Objects.requireNonNull(payload), (int) position, source.remaining());
        }

        @Override
        protected void onReceived(int source, int tag, long lengthBytes) {
            onAnswer(payload == null ? new byte[0] : payload, lengthBytes);
        }

        @Override
        protected void onTruncated(int source, int tag, long lengthBytes) {
            onAnswer(null, lengthBytes);
        }

        @Override
        protected void onCancelled() {
            answered = null;
            partEnded();
        }

        @Override
        protected void onFailed(Throwable failure) {
            answered = null;
            tellFailure(failure);
            partEnded();
        }

        /** The whole question, as its user has asked it. */
        @Override
        public PendingOperation pending(Duration age, String state) {
            return new PendingOperation(
                    PendingOperation.Kind.SEND,
                    "ask",
                    new PendingOperation.Addressing(
                            mono.destination, peer, mono.tag, mono.asks.questions.context(), data.lengthBytes()),
                    new PendingOperation.Progress(
                            age, taken && !givenBack ? "TAKEN" : PendingOperation.UNMATCHED, false),
                    Asking.this.site(),
                    null);
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
                Operators.error(subscriber, wrong);
                return;
            }
            subscriber.onSubscribe(new Asking<>(subscriber, this, data, peer, mostBytes));
        }
    }
}
