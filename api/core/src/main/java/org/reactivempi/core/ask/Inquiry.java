package org.reactivempi.core.ask;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.HeapMemory;
import org.reactivempi.transport.engine.event.AskRefusal;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.Opening;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.port.EngineException.DeclinedException;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.Noting;
import org.reactivempi.transport.engine.port.Operations;
import reactor.core.CoreSubscriber;
import reactor.util.context.ContextView;

/**
 * A question on its way, and the message that answers it, until nothing of both is under way: then its number is free.
 *
 * <pre>
 *  the question   WAITING --it has left, to a handler--&gt; TAKEN --&gt; its answer, whatever that is
 *                    |                                     |
 *                  give up                               give up
 *                    |                                     |
 *                 withdrawn                             recalled: the answer is dropped when it comes
 * </pre>
 * A handler that is cancelled gives a question back that it has not begun, to the next handler. The question stays taken here, though
 * reports say that it waits. An asker that recalls it then has it withdrawn there.
 *
 * <p>On the progress thread.
 */
abstract class Inquiry {

    private final Asks asks;
    private final Call call;
    private final int peer;
    private final long mostBytes;

    private int number;
    private long questionBytes;
    private @Nullable Asked asked;
    private @Nullable Answered answered;
    /** How many of the two messages have not ended. */
    private int parts;

    private boolean taken;
    /** The handler that had taken it has given it back, and none has it since. */
    private boolean givenBack;

    private boolean gone;

    /**
     * What a user has called.
     *
     * @param name of the method
     * @param destination rank of the communicator
     * @param tag the user's
     */
    record Call(String name, int destination, int tag) {}

    /** Not asked yet, of the rank {@code peer} of the job; {@code mostBytes} is the longest answer that its codec takes. */
    Inquiry(Asks asks, Call call, int peer, long mostBytes) {
        this.asks = asks;
        this.call = call;
        this.peer = peer;
        this.mostBytes = mostBytes;
    }

    /** Whose question it is. */
    abstract CoreSubscriber<?> asker();

    /** Where that was asked, in words; or null. */
    abstract @Nullable String askedAt();

    /** The question has started, and is traced; the trace ends with its last signal. */
    abstract void onBegun(OperationTrace trace);

    /** An answer is here that somebody waits for. */
    abstract void onAnswer(byte[] answer);

    /** The question was taken back, or nobody waits for the answer that is here. */
    abstract void onGivenUp();

    /** There is no answer, and {@code why} is an error of the contract; also when it was given up. */
    abstract void onNotAnswered(Throwable why);

    /** Asks; throws where nothing may be asked any more. */
    final void ask(Payload data, QuestionTail.Form form, int sender, int receiver, long demand) {
        messages().checkOpen();
        number = asks.takeNumber();
        parts = 2;
        questionBytes = data.lengthBytes();
        Answered receive = new Answered();
        Asked send = new Asked(data, new QuestionTail(form, number, sender, receiver, demand));
        answered = receive;
        asked = send;
        // The receive first: a question to this very rank may be answered before the send returns.
        messages().receive(receive);
        messages().send(send);
    }

    /** Nobody waits for the answer any more. */
    final void giveUp() {
        if (gone) {
            return;
        }
        gone = true;
        if (taken) {
            recall();
        } else if (asked != null) {
            // What is being sent in pieces has been taken, and is recalled when it has left.
            messages().withdraw(asked);
        }
    }

    final boolean isGivenUp() {
        return gone;
    }

    final int messagesUnderWay() {
        return parts;
    }

    private void recall() {
        if (answered != null) {
            asks.engine().askNews().recall(peer, ContextId.communicator(asks.questions.context()), number);
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
        if (receive instanceof Answered answered) {
            answered.moved(asks, peer, number, taken);
        }
    }

    private void forgetAnswer() {
        if (answered != null) {
            messages().withdraw(answered);
        }
    }

    private void received(byte @Nullable [] answer, long lengthBytes) {
        answered = null;
        if (answer == null) {
            onTooLong(lengthBytes - Answer.KIND_BYTES);
        } else if (answer.length == 0 && gone) {
            dropped();
        } else {
            read(answer);
        }
        partEnded();
    }

    private void onTooLong(long lengthBytes) {
        if (gone) {
            dropped();
        } else {
            asks.engine().askNews().refused(AskRefusal.ANSWER_TOO_LONG);
            onNotAnswered(tooLong(lengthBytes));
        }
    }

    private void read(byte[] answer) {
        try {
            switch (Answer.kind(answer)) {
                case VALUE -> {
                    if (answer.length - Answer.KIND_BYTES > mostBytes) {
                        onTooLong(answer.length - Answer.KIND_BYTES);
                    } else {
                        onAnswer(answer);
                    }
                }
                case EMPTY, ERROR, STREAM -> onAnswer(answer);
                case FREED -> onNotAnswered(declined());
                case OTHER_FORM -> onNotAnswered(otherForm(answer));
                case GIVEN_UP -> onRecalled();
            }
        } catch (MpiException breach) {
            onNotAnswered(breach);
        }
    }

    private void onRecalled() {
        if (!gone) {
            throw new MpiException(ErrorClass.INTERN, "a question was given up that was not recalled");
        }
        onGivenUp();
    }

    /** An answer that nobody waits for. */
    final void dropped() {
        asks.engine().askNews().answerDropped(peer);
        onGivenUp();
    }

    private MpiException tooLong(long lengthBytes) {
        return lengthBytes > mostBytes
                ? new TruncationException(Status.of(call.destination, call.tag, lengthBytes), mostBytes, rankInWords())
                : new MpiException(
                        ErrorClass.NO_MEM,
                        "no memory for an answer of " + lengthBytes + " bytes, at most " + HeapMemory.LONGEST_ARRAY
                                + " bytes and what the heap has are possible");
    }

    private MpiException declined() {
        return new MpiException(
                ErrorClass.COMM,
                "rank " + rankInWords()
                        + " has freed the communicator, and no handler there has taken the question with tag "
                        + call.tag);
    }

    private MpiException otherForm(byte[] answer) {
        return new MpiException(
                ErrorClass.CONVERSION,
                inWords() + ": rank " + rankInWords() + " answers questions with this tag by "
                        + StandardCharsets.UTF_8.decode(Answer.payload(answer)));
    }

    private void partEnded() {
        parts--;
        if (parts == 0) {
            asks.giveBack(number);
        }
    }

    /** An error of the contract for what the engine has failed with; operations within this have a method {@code error} of their own. */
    final Throwable ofContract(Throwable failure) {
        return failure instanceof DeclinedException
                ? declined()
                : ContractFailures.of(failure, asks.questions.ranks(), inWords());
    }

    private String rankInWords() {
        return asks.check.inWords(call.destination);
    }

    final String inWords() {
        return asks.check.inWords(call.name, "destination", call.destination, call.tag);
    }

    /** For reports. */
    @Override
    public final String toString() {
        return call.name + "(destination " + asks.state.inWords(asks.questions.context(), call.destination) + ", tag "
                + call.tag + ", " + asks.state.inWords() + ")";
    }

    private Operations messages() {
        return asks.engine().messages();
    }

    /** The question, on its way. */
    private final class Asked extends Tailed implements Opening {

        Asked(Payload data, QuestionTail tail) {
            super(asks.questions, peer, call.tag, data, tail);
        }

        @Override
        public String call() {
            return call.name;
        }

        @Override
        protected boolean isQuiet() {
            return Noting.isWaitedFor(asker());
        }

        @Override
        public ContextView reactorContext() {
            return asker().currentContext();
        }

        /** From the start on: the answer to a long question may be signalled before the question has ended. */
        @Override
        public void began(OperationTrace begun) {
            onBegun(begun);
        }

        @Override
        public void goOn(OperationTrace ended) {}

        @Override
        protected void onDone() {
            onTaken();
        }

        @Override
        protected void onCancelled() {
            asked = null;
            forgetAnswer();
            onGivenUp();
            partEnded();
        }

        @Override
        protected void onFailed(Throwable failure) {
            asked = null;
            forgetAnswer();
            onNotAnswered(ofContract(failure));
            partEnded();
        }
    }

    /** The receive of the answer. */
    private final class Answered extends Incoming.Owned {

        private byte @Nullable [] payload;

        Answered() {
            super(asks.answers.context(), call.destination, number, peer);
        }

        @Override
        public boolean isPart() {
            return true;
        }

        @Override
        protected boolean isQuiet() {
            return Noting.isWaitedFor(asker());
        }

        private void moved(Asks of, int from, int question, boolean isTaken) {
            if (asks == of && peer == from && number == question) {
                givenBack = !isTaken;
            }
        }

        @Override
        protected long room(long lengthBytes) {
            boolean wanted = !gone || lengthBytes == Answer.KIND_BYTES || lengthBytes == Answer.STREAM_BYTES;
            if (wanted && lengthBytes - Answer.KIND_BYTES <= Math.max(mostBytes, Answer.LONGEST_ERROR_BYTES)) {
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
            received(payload == null ? new byte[0] : payload, lengthBytes);
        }

        @Override
        protected void onTruncated(int source, int tag, long lengthBytes) {
            received(null, lengthBytes);
        }

        @Override
        protected void onCancelled() {
            answered = null;
            partEnded();
        }

        @Override
        protected void onFailed(Throwable failure) {
            answered = null;
            onNotAnswered(ofContract(failure));
            partEnded();
        }

        private String state() {
            if (taken) {
                return givenBack ? PendingOperation.UNMATCHED : "TAKEN";
            }
            return messages().isReached(peer) ? PendingOperation.UNMATCHED : PendingOperation.CONNECTING;
        }

        /** The whole question, as its user has asked it. */
        @Override
        public PendingOperation pending(Duration age, String stateOfReceive) {
            return new PendingOperation(
                    PendingOperation.Kind.SEND,
                    call.name,
                    new PendingOperation.Addressing(
                            call.destination, peer, call.tag, asks.questions.context(), questionBytes),
                    new PendingOperation.Progress(age, state(), false),
                    askedAt(),
                    null);
        }
    }
}
