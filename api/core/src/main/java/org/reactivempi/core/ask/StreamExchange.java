package org.reactivempi.core.ask;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.AnswerException;
import org.reactivempi.Codec;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.StreamException;
import org.reactivempi.core.stream.AskedValues;
import org.reactivempi.core.stream.CommunicatorStreams;
import org.reactivempi.core.stream.Meeting;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivempi.transport.engine.event.Outcome;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.util.context.Context;

/**
 * One question for a stream at its handler: the sending end of what that answers and, where the question is a stream, the receiving end
 * of it. The answer to the question are the ends' numbers; the ends end as all streams do, and the exchange with the sending one.
 *
 * @param <T> the questions' type
 * @param <R> the answers' type
 */
final class StreamExchange<T, R> extends Exchange {

    private final Codec<R> answerCodec;
    private final Function<Flux<T>, ? extends Publisher<? extends R>> work;
    private final @Nullable Codec<T> streamed;
    private @Nullable Subscription answers;
    private @Nullable AskedValues<T> values;
    private @Nullable Throwable failure;

    /**
     * A question that has come.
     *
     * @param answerCodec how to write an answer
     * @param streamed how to read the values that the question is, if it is a stream
     * @param work makes answers, of those values; what it throws is an answer as well
     */
    StreamExchange(
            Taken question,
            Codec<R> answerCodec,
            @Nullable Codec<T> streamed,
            Function<Flux<T>, ? extends Publisher<? extends R>> work) {
        super(question);
        this.answerCodec = answerCodec;
        this.streamed = streamed;
        this.work = work;
    }

    @Override
    boolean outlivesItsNumber() {
        return true;
    }

    @Override
    void handle() {
        Flux<R> made = Flux.defer(() -> answersOf(asked()));
        answers = streams().answers(new Ending(), made, answerCodec, status().source(), new Answers());
        answers.request(1);
    }

    private Flux<R> answersOf(Flux<T> values) {
        return Flux.from(Objects.requireNonNull(work.apply(values), "the handler returned null"));
    }

    private CommunicatorStreams streams() {
        return handler().asks().streams;
    }

    private Flux<T> asked() {
        AskedValues<T> ofQuestion = values;
        return ofQuestion == null ? Flux.empty() : ofQuestion.flux();
    }

    /** Before it is handled; the sending end takes no part in it then. */
    @Override
    void cancelWork() {}

    /** Afterwards it is the sending end that is cancelled. */
    @Override
    void abandoned() {
        Subscription sending = answers;
        if (sending == null) {
            super.abandoned();
        } else {
            sending.cancel();
        }
    }

    /** Nobody can recall it any more once it is handled: the ends hear then that the asker has gone, or is lost. */
    @Override
    void recalled() {
        if (answers == null) {
            super.recalled();
        }
    }

    @Override
    void lost() {}

    private String inWords(String call) {
        return handler().inWords(call, status().source());
    }

    /** The subscriber of the sending end, whose end its meeting tells as well. */
    private final class Ending implements CoreSubscriber<Void> {

        @Override
        public Context currentContext() {
            return handler().subscriber().currentContext();
        }

        @Override
        public void onSubscribe(Subscription subscription) {}

        @Override
        public void onNext(Void nothing) {}

        @Override
        public void onError(Throwable error) {
            failure = error;
        }

        @Override
        public void onComplete() {}
    }

    /** How an end of the handler's finds the asker's, whose number its question has said. */
    private abstract static class OfHandler<E extends Meeting.End> implements Meeting<E> {

        @Override
        public final void withdraw() {}

        @Override
        public final boolean isListening() {
            return true;
        }

        @Override
        public final String cancelled() {
            return "the handler was cancelled";
        }

        @Override
        public final String toString() {
            return inWords();
        }
    }

    /** How the answers find the asker, who has said where they are to go. */
    private final class Answers extends OfHandler<Meeting.Sender> {

        @Override
        public void begin(Meeting.Sender end) {
            int receiver = 0;
            if (streamed != null) {
                AskedValues<T> begun =
                        streams().asked(streamed, status().source(), Mpi.STREAM_PREFETCH, new Questions());
                values = begun;
                receiver = begun.open();
            }
            decide();
            handler().messages().send(new Met(Answer.stream(end.number(), receiver)));
            OperationTrace trace = question.trace();
            if (trace != null) {
                end.goOn(trace);
            }
            end.met(question.tail().receiver(), question.tail().demand());
        }

        @Override
        public void over(boolean complete) {
            AskedValues<T> asked = values;
            if (asked != null) {
                asked.cancel();
            }
            if (decide()) {
                // It could not even begin.
                Throwable why = failure == null ? new CancellationException(cancelled()) : failure;
                reply(Answer.error(why), Outcome.FAILED, why);
            } else if (complete) {
                handler().answered(StreamExchange.this);
            } else {
                handler().ended(StreamExchange.this);
            }
        }

        @Override
        public String inWords() {
            return StreamExchange.this.inWords(question.tail().form().answering);
        }

        @Override
        public MpiException failure(String type, String message) {
            return new AnswerException(type, message);
        }
    }

    /** How the values that are asked find this handler, which the asker has told where they come from. */
    private final class Questions extends OfHandler<Meeting.Receiver> {

        @Override
        public void begin(Meeting.Receiver end) {
            end.met(question.tail().sender());
        }

        @Override
        public String inWords() {
            return StreamExchange.this.inWords(
                    "the question of " + question.tail().form().answering);
        }

        @Override
        public MpiException failure(String type, String message) {
            return new StreamException(type, message);
        }
    }

    /** The ends' numbers, on their way. */
    private final class Met extends Tailed {

        Met(Answer answer) {
            super(handler().asks().answers, question.peer(), question.tail().number(), answer);
        }

        @Override
        protected void onDone() {}

        /** The ends hear of it as well. */
        @Override
        protected void onFailed(Throwable why) {}
    }
}
