package org.reactivempi.core.ask;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.AnswerException;
import org.reactivempi.Buffer;
import org.reactivempi.Codec;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.StreamException;
import org.reactivempi.core.ask.QuestionTail.Form;
import org.reactivempi.core.operation.ErrorListener;
import org.reactivempi.core.operation.Listeners;
import org.reactivempi.core.stream.Meeting;
import org.reactivempi.transport.engine.event.OperationTrace;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.util.context.Context;

/**
 * A question whose answers come as a stream, and that may be a stream itself: how the ends of these streams meet the handler's. The
 * question says where the answers go, and its answer where the values go that are asked. From then on the ends go their own way.
 */
final class StreamAsking extends Inquiry {

    private final CoreSubscriber<?> asker;
    private final Payload data;
    private Meeting.@Nullable Receiver answers;
    /** Begins the stream that the question is, if it is one. */
    private @Nullable Subscription streamed;

    private Meeting.@Nullable Sender questions;
    /** The stream that the question is has ended before it could begin. */
    private boolean unasked;
    /** The ends have been told what came of it. */
    private boolean told;

    private StreamAsking(Asks asks, Call call, int peer, CoreSubscriber<?> asker, Payload data) {
        super(asks, call, peer, Answer.LONGEST_ERROR_BYTES);
        this.asker = asker;
        this.data = data;
    }

    @Override
    CoreSubscriber<?> asker() {
        return asker;
    }

    @Override
    @Nullable
    String askedAt() {
        return null;
    }

    private void askIfBegun() {
        Meeting.Receiver to = answers;
        if (to == null || streamed != null && questions == null) {
            return;
        }
        try {
            Form form = streamed == null ? Form.STREAM : Form.STREAMS;
            ask(data, form, questions == null ? 0 : questions.number(), to.number(), to.firstDemand());
        } catch (RuntimeException closed) {
            onNotAnswered(ofContract(closed));
        }
    }

    @Override
    void onBegun(OperationTrace trace) {
        if (answers != null) {
            answers.goOn(trace);
        }
    }

    @Override
    void onAnswer(byte[] answer) {
        Answer.Kind kind = Answer.kind(answer);
        switch (kind) {
            case STREAM -> onMet(Answer.sender(answer), Answer.receiver(answer));
            case ERROR -> onNotAnswered(Answer.error(answer));
            default -> throw new MpiException(ErrorClass.INTERN, kind + " answers a question for a stream");
        }
    }

    private void onMet(int sender, int receiver) {
        told = true;
        if (answers != null) {
            answers.met(sender);
        }
        if (questions != null) {
            questions.met(receiver, 0);
        }
    }

    @Override
    void onGivenUp() {
        tell(Meeting.End::onWithdrawn);
    }

    @Override
    void onNotAnswered(Throwable why) {
        MpiException failure =
                why instanceof MpiException known ? known : new MpiException(ErrorClass.INTERN, why.toString(), why);
        tell(end -> end.onNotMet(failure));
    }

    private void tell(Consumer<Meeting.End> what) {
        if (told) {
            return;
        }
        told = true;
        if (answers != null) {
            what.accept(answers);
        }
        if (questions != null) {
            what.accept(questions);
        }
    }

    /** How an end of the asker's finds the handler's. */
    private abstract class OfAsker<E extends Meeting.End> implements Meeting<E> {

        @Override
        public final void withdraw() {
            giveUp();
        }

        @Override
        public final boolean isListening() {
            return Listeners.areMarked(asker.currentContext());
        }

        @Override
        public final String inWords() {
            return StreamAsking.this.inWords();
        }

        @Override
        public final String cancelled() {
            return "the asker has cancelled";
        }
    }

    /** How the answers find the asker. */
    private final class Answers extends OfAsker<Meeting.Receiver> {

        @Override
        public void begin(Meeting.Receiver end) {
            answers = end;
            if (streamed == null) {
                askIfBegun();
            } else if (unasked) {
                onGivenUp();
            } else {
                streamed.request(1);
            }
        }

        @Override
        public int underWay() {
            return messagesUnderWay();
        }

        @Override
        public MpiException failure(String type, String message) {
            return new AnswerException(type, message);
        }

        @Override
        public String toString() {
            return StreamAsking.this.toString();
        }
    }

    /** How the values that are asked find the handler. */
    private final class Questions extends OfAsker<Meeting.Sender> {

        @Override
        public void begin(Meeting.Sender end) {
            questions = end;
            askIfBegun();
        }

        /** The asker may cancel both ends when only the answers' has begun. */
        @Override
        public void over(boolean complete) {
            unasked = questions == null;
            if (unasked && answers != null) {
                onGivenUp();
            }
        }

        @Override
        public MpiException failure(String type, String message) {
            return new StreamException(type, message);
        }

        @Override
        public String toString() {
            return "the question of " + StreamAsking.this;
        }
    }

    /** Both ends of an asker whose question is a stream: what ends the answers ends the question, and its failure ends the answers. */
    private static final class BothWays<R> implements CoreSubscriber<R>, Subscription, ErrorListener.Inner {

        private final CoreSubscriber<? super R> user;
        private final ErrorListener errors;
        private @Nullable Subscription questions;
        private @Nullable Subscription answers;
        private volatile @Nullable Throwable failure;
        private boolean over;

        BothWays(CoreSubscriber<? super R> user, ErrorListener errors) {
            this.user = user;
            this.errors = errors;
        }

        /** The values to ask, whose failure is the asker's. */
        <T> Flux<T> watched(Publisher<? extends T> values) {
            return Flux.<T>from(values).doOnError(error -> failure = error);
        }

        @Override
        public Context currentContext() {
            return user.currentContext();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            answers = subscription;
            user.onSubscribe(this);
        }

        @Override
        public void request(long n) {
            if (answers != null) {
                answers.request(n);
            }
        }

        @Override
        public void cancel() {
            cancel(answers);
            cancel(questions);
        }

        private static void cancel(@Nullable Subscription subscription) {
            if (subscription != null) {
                subscription.cancel();
            }
        }

        @Override
        public void onNext(R answer) {
            user.onNext(answer);
        }

        @Override
        public void onError(Throwable error) {
            if (!over) {
                over = true;
                cancel(questions);
                Throwable own = failure;
                errors.fail(user, own == null ? error : own);
            }
        }

        @Override
        public void onComplete() {
            if (!over) {
                over = true;
                cancel(questions);
                Throwable own = failure;
                if (own == null) {
                    user.onComplete();
                } else {
                    errors.fail(user, own);
                }
            }
        }

        /** The question has failed, on this side: that is the asker's error, and what is still to come is not waited for. */
        private void onNotAsked(Throwable error) {
            if (!over) {
                over = true;
                cancel(answers);
                errors.fail(user, error);
            }
        }

        /** Hears the end of the question. */
        CoreSubscriber<Void> ofQuestions() {
            return new CoreSubscriber<>() {
                @Override
                public Context currentContext() {
                    return user.currentContext();
                }

                @Override
                public void onSubscribe(Subscription subscription) {}

                @Override
                public void onNext(Void nothing) {}

                @Override
                public void onError(Throwable error) {
                    onNotAsked(error);
                }

                @Override
                public void onComplete() {}
            };
        }
    }

    /** Asks each time that it is subscribed. */
    private abstract static class Asked<R> extends Flux<R> implements Scannable {

        final Asks asks;
        final Call call;
        final Codec<R> answerCodec;
        final int prefetch;

        Asked(Asks asks, Call call, Codec<R> answerCodec, int prefetch) {
            this.asks = asks;
            this.call = call;
            this.answerCodec = answerCodec;
            this.prefetch = prefetch;
        }

        /** Throws what is wrong with the arguments. */
        abstract void ask(CoreSubscriber<? super R> subscriber, int peer);

        final Flux<R> answers(StreamAsking asking) {
            return asks.streams
                    .asked(answerCodec, call.destination(), prefetch, asking.new Answers())
                    .flux();
        }

        @Override
        public void subscribe(CoreSubscriber<? super R> subscriber) {
            try {
                ask(subscriber, asks.check.destination(call.destination(), call.tag()));
            } catch (RuntimeException wrong) {
                asks.check.refuse(subscriber, wrong);
            }
        }

        @Override
        @SuppressWarnings("rawtypes") // As Reactor declares it.
        public @Nullable Object scanUnsafe(Attr key) {
            if (key == Attr.NAME) {
                return toString();
            }
            return key == Attr.RUN_STYLE ? Attr.RunStyle.ASYNC : null;
        }

        @Override
        public String toString() {
            return asks.check.inWords(call.name(), "destination", call.destination(), call.tag());
        }
    }

    /** Asks a value. */
    static final class OfValue<R> extends Asked<R> {

        private final Supplier<Payload> question;

        /** {@code question} encodes what is asked, or throws. */
        OfValue(Asks asks, Call call, Supplier<Payload> question, Codec<R> answerCodec, int prefetch) {
            super(asks, call, answerCodec, prefetch);
            this.question = question;
        }

        @Override
        void ask(CoreSubscriber<? super R> subscriber, int peer) {
            answers(new StreamAsking(asks, call, peer, subscriber, question.get()))
                    .subscribe(subscriber);
        }
    }

    /** Asks a stream. */
    static final class OfStream<T, R> extends Asked<R> {

        private final Publisher<? extends T> values;
        private final Codec<T> codec;

        OfStream(
                Asks asks,
                Call call,
                Publisher<? extends T> values,
                Codec<T> codec,
                Codec<R> answerCodec,
                int prefetch) {
            super(asks, call, answerCodec, prefetch);
            this.values = values;
            this.codec = codec;
        }

        @Override
        void ask(CoreSubscriber<? super R> subscriber, int peer) {
            StreamAsking asking = new StreamAsking(asks, call, peer, subscriber, Payload.of(Buffer.empty()));
            Flux<R> answers = answers(asking);
            BothWays<R> both = new BothWays<>(subscriber, asks.check);
            Subscription questions = asks.streams.answers(
                    both.ofQuestions(), both.watched(values), codec, call.destination(), asking.new Questions());
            asking.streamed = questions;
            both.questions = questions;
            answers.subscribe(both);
        }
    }
}
