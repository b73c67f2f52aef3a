package org.reactivempi.core.ask;

import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.reactivempi.Codec;
import org.reactivempi.Mpi;
import org.reactivempi.Questions;
import org.reactivempi.Status;
import org.reactivempi.core.ask.QuestionTail.Form;
import org.reactivempi.core.operation.Coded;
import org.reactivempi.core.operation.NullProcess;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The questions of a communicator as its users ask and answer them. */
public final class CommunicatorQuestions implements Questions {

    private final Asks asks;

    /** Those of a communicator; {@code asks} knows which are under way. */
    public CommunicatorQuestions(Asks asks) {
        this.asks = asks;
    }

    @Override
    public <T, R> Mono<R> ask(T question, Codec<T> codec, Codec<R> answerCodec, int rank, int tag) {
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(answerCodec, "answerCodec");
        return rank == Mpi.PROC_NULL
                ? NullProcess.operation(asks.engine(), asks.check, tag, () -> asks.check.noProcess(tag, false))
                        .then(Mono.empty())
                : new Asking.Question<>(asks, question, codec, rank, tag, answerCodec);
    }

    @Override
    public <T, R> Flux<R> askStream(T question, Codec<T> codec, Codec<R> answerCodec, int rank, int tag, int prefetch) {
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(answerCodec, "answerCodec");
        return rank == Mpi.PROC_NULL
                ? NullProcess.operation(asks.engine(), asks.check, tag, () -> asks.check.noProcess(tag, false))
                        .thenMany(Flux.empty())
                : new StreamAsking.OfValue<>(
                        asks,
                        new Inquiry.Call(Form.STREAM.asking, rank, tag),
                        () -> Coded.encode(question, codec),
                        answerCodec,
                        prefetch);
    }

    @Override
    public <T, R> Flux<R> askStreams(
            Publisher<? extends T> questions, Codec<T> codec, Codec<R> answerCodec, int rank, int tag, int prefetch) {
        Objects.requireNonNull(questions, "questions");
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(answerCodec, "answerCodec");
        return rank == Mpi.PROC_NULL
                ? NullProcess.stream(asks.engine(), asks.check, questions, () -> asks.check.noProcess(tag, false))
                        .thenMany(Flux.empty())
                : new StreamAsking.OfStream<>(
                        asks,
                        new Inquiry.Call(Form.STREAMS.asking, rank, tag),
                        questions,
                        codec,
                        answerCodec,
                        prefetch);
    }

    @Override
    public <T, R> Flux<Status> answer(
            Codec<T> codec,
            Codec<R> answerCodec,
            int tag,
            int concurrency,
            BiFunction<? super T, ? super Status, ? extends Publisher<? extends R>> handler) {
        return handling(
                Form.VALUE,
                tag,
                concurrency,
                codec,
                answerCodec,
                handler,
                question -> new ValueExchange<>(question, codec, answerCodec, handler));
    }

    @Override
    public <T, R> Flux<Status> answerStream(
            Codec<T> codec,
            Codec<R> answerCodec,
            int tag,
            int concurrency,
            BiFunction<? super T, ? super Status, ? extends Publisher<? extends R>> handler) {
        return handling(
                Form.STREAM,
                tag,
                concurrency,
                codec,
                answerCodec,
                handler,
                question -> new StreamExchange<>(
                        question, answerCodec, null, none -> handler.apply(question.decode(codec), question.status())));
    }

    @Override
    public <T, R> Flux<Status> answerStreams(
            Codec<T> codec,
            Codec<R> answerCodec,
            int tag,
            int concurrency,
            BiFunction<? super Flux<T>, ? super Status, ? extends Publisher<? extends R>> handler) {
        return handling(
                Form.STREAMS,
                tag,
                concurrency,
                codec,
                answerCodec,
                handler,
                question -> new StreamExchange<T, R>(
                        question, answerCodec, codec, values -> handler.apply(values, question.status())));
    }

    private Flux<Status> handling(
            Form form,
            int tag,
            int concurrency,
            Codec<?> codec,
            Codec<?> answerCodec,
            BiFunction<?, ?, ?> handler,
            Function<Taken, Exchange> exchange) {
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(answerCodec, "answerCodec");
        Objects.requireNonNull(handler, "handler");
        return new Answering.Handling(asks, form, tag, concurrency, exchange);
    }
}
