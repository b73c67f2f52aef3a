package org.reactivempi;

import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Questions to a rank, and their answers, as every {@link Communicator} offers them. MPI has nothing like them.
 *
 * <p>Three pairs of calls, whose sides have to agree: {@link #ask} and {@code answer}, a value for a value; {@link #askStream askStream}
 * and {@link #answerStream answerStream}, a stream for a value; {@link #askStreams askStreams} and {@link #answerStreams answerStreams}, a
 * stream for a stream. What is asked of a handler of another pair fails at the asker with {@link ErrorClass#CONVERSION}, and is counted at
 * the handler.
 *
 * <p>An answer reaches the subscriber of the question that it answers and no other, however many questions with the same rank and
 * tag are under way, have timed out, or were cancelled. Questions never meet messages, streams or collective operations, and match
 * handlers by communicator and tag.
 *
 * <p>Each operation is cold, may be subscribed from any thread, and signals on the communicator's progress scheduler. It fails with
 * {@link ErrorClass#RANK} if its rank is not in the communicator, with {@link ErrorClass#TAG} if its tag is outside its range, with
 * {@link ErrorClass#COMM} if the communicator is freed, with {@link RevokedException} if it is revoked, and with {@link
 * ErrorClass#SESSION} if the session is closed.
 *
 * @since 0.1
 */
public interface Questions {

    /** How many questions a handler is given at once unless it says otherwise, as many as {@code flatMap} of Reactor. */
    int CONCURRENCY = 256;

    /**
     * Asks a rank; a handler there {@linkplain #answer answers} questions with the same tag.
     *
     * <pre>
     *  subscriber  --request(1)------------------------answer|
     *  question        sent ~~~ taken by the handler ~~~ answered
     *
     *  subscriber  --request(1)------------ cancel
     *  question        sent ~~~ withdrawn, or, where the handler has taken it, the handler's work is cancelled
     * </pre>
     *
     * <p>Cold: each subscription encodes the question, and asks once. A question to a rank without a handler waits for one. Cancelling,
     * also by {@code timeout}, withdraws a question that no handler has taken; afterwards it cancels the handler's subscription,
     * and an answer that has left is dropped where it arrives. A subscription that comes later never gets it.
     *
     * <p>The question is handled once, also where connections break meanwhile, or fails.
     *
     * @param question what to ask; unchanged until the {@code Mono} terminates
     * @param codec how to write the question
     * @param answerCodec how to read the answer
     * @param rank in this communicator, perhaps this one, or {@link Mpi#PROC_NULL}, which gives no value
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @param <T> the question's type
     * @param <R> the answer's type
     * @return the answer, or no value if the handler has given none, on the progress scheduler; fails with {@link AnswerException} if
     *     the handler has failed, with {@link ErrorClass#CONVERSION} if the answer can't be read, with {@link TruncationException}
     *     if it is longer than {@code answerCodec} {@linkplain Codec#longestBytes reads}, and with {@link ProcessFailedException} if
     *     the rank fails or finalizes before it has answered
     */
    <T, R> Mono<R> ask(T question, Codec<T> codec, Codec<R> answerCodec, int rank, int tag);

    /**
     * Answers questions of all ranks with a tag, {@value #CONCURRENCY} at a time; else as {@link #answer(Codec, Codec, int, int,
     * Function)}.
     *
     * @param codec how to read a question
     * @param answerCodec how to write an answer
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @param handler makes an answer of a question
     * @param <T> the questions' type
     * @param <R> the answers' type
     * @return as {@link #answer(Codec, Codec, int, int, Function)}
     */
    default <T, R> Flux<Status> answer(
            Codec<T> codec,
            Codec<R> answerCodec,
            int tag,
            Function<? super T, ? extends Publisher<? extends R>> handler) {
        return answer(codec, answerCodec, tag, CONCURRENCY, handler);
    }

    /**
     * Answers questions of all ranks with a tag.
     *
     * <pre>
     *  questions   --a------b-------------c--
     *  handler       a'~~~~~|
     *                       b'~|            c'~...
     *  statuses    ---------a--b-------------
     * </pre>
     *
     * <p>Cold: it takes questions from its first request on, those of each rank in the order in which that has started them, and as
     * long as there is demand for their statuses: {@code take(1)} answers one question, and {@code subscribe()} all that come. A
     * second handler for the tag, on this rank and communicator, fails with {@link ErrorClass#ARG} as long as there is the first one.
     *
     * <p>{@code handler} is called on the progress thread, which it must not block; its publisher may signal on any thread, and is
     * given the {@code Context} of this subscriber. Its first value is the answer; without one, the asker's {@code Mono} ends empty;
     * its error, and what the handler throws, arrive at the asker as {@link AnswerException}, and end nothing here. It is cancelled
     * when the asker waits no more. What can't be read or written by a codec is an error of that question alone.
     *
     * <p>Cancelling takes no more questions, which wait for the next handler, and cancels the ones that are being handled: their askers
     * get an {@link AnswerException}. The failure of ranks ends nothing but their questions.
     *
     * @param codec how to read a question; one that is longer than it {@linkplain Codec#longestBytes reads} fails
     * @param answerCodec how to write an answer
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @param concurrency how many questions are handled at a time, 1 or more; further ones wait at their askers, or here as
     *     messages do that no receive has met
     * @param handler makes an answer of a question
     * @param <T> the questions' type
     * @param <R> the answers' type
     * @return source, tag and length of each question that was answered, when its answer has been sent, on the progress scheduler;
     *     completes when the session closes or the communicator is freed, once all that it has taken is answered
     */
    default <T, R> Flux<Status> answer(
            Codec<T> codec,
            Codec<R> answerCodec,
            int tag,
            int concurrency,
            Function<? super T, ? extends Publisher<? extends R>> handler) {
        Objects.requireNonNull(handler, "handler");
        return answer(codec, answerCodec, tag, concurrency, (question, status) -> handler.apply(question));
    }

    /**
     * Answers questions of all ranks with a tag, with a handler that is told which rank asks; else as {@link #answer(Codec, Codec, int, int,
     * Function)}.
     *
     * @param codec how to read a question
     * @param answerCodec how to write an answer
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @param concurrency how many questions are handled at a time, 1 or more
     * @param handler makes an answer of a question and its status: source, tag and length
     * @param <T> the questions' type
     * @param <R> the answers' type
     * @return as {@link #answer(Codec, Codec, int, int, Function)}
     */
    <T, R> Flux<Status> answer(
            Codec<T> codec,
            Codec<R> answerCodec,
            int tag,
            int concurrency,
            BiFunction<? super T, ? super Status, ? extends Publisher<? extends R>> handler);

    /**
     * Asks a rank for a stream, with a prefetch of {@link Mpi#STREAM_PREFETCH}.
     *
     * @param question what to ask; unchanged until the {@code Flux} terminates
     * @param codec how to write the question
     * @param answerCodec how to read an answer
     * @param rank in this communicator, perhaps this one, or {@link Mpi#PROC_NULL}, whose stream is empty
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @param <T> the question's type
     * @param <R> the answers' type
     * @return as {@link #askStream(Object, Codec, Codec, int, int, int)}
     */
    default <T, R> Flux<R> askStream(T question, Codec<T> codec, Codec<R> answerCodec, int rank, int tag) {
        return askStream(question, codec, answerCodec, rank, tag, Constants.STREAM_PREFETCH);
    }

    /**
     * Asks a rank for a stream; a handler there {@linkplain #answerStream answers} questions with the same tag.
     *
     * <pre>
     *  subscriber  --request(2)------------a--b------request(1)------c--|
     *  handler's       subscribed, 2 + prefetch ~~~ and so many more ~~~|
     *
     *  subscriber  --request(2)------------a-- cancel
     *  handler's       subscribed ~~~~~~~~~~~~~~~~~~~~ cancelled
     * </pre>
     *
     * <p>Cold: each subscription encodes the question, and asks once, from its first request on. Its answers reach its subscriber, and no
     * other, whatever was cancelled, has timed out or was repeated before. A question to a rank without a handler waits for one.
     *
     * <p>Demand crosses: a subscriber that has requested n makes at most {@code n + prefetch} values leave the handler's {@code Flux}.
     * Cancelling, also by {@code timeout}, withdraws a question that no handler has taken; afterwards it cancels the handler's
     * {@code Flux}, also before its first value, and gives its place among the handler's questions back. So does the end of the asking rank,
     * as soon as the other one knows of it. A subscriber that stays, and requests nothing more, keeps the place, and what its demand and
     * the prefetch have let leave: {@code timeout} bounds that.
     *
     * <p>Where connections break, each answer comes once, or the stream fails.
     *
     * @param question what to ask; unchanged until the {@code Flux} terminates
     * @param codec how to write the question
     * @param answerCodec how to read an answer
     * @param rank in this communicator, perhaps this one, or {@link Mpi#PROC_NULL}, whose stream is empty
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @param prefetch how many answers may be on their way beyond the demand, 0 or more
     * @param <T> the question's type
     * @param <R> the answers' type
     * @return the answers in their order, on the progress scheduler; fails, after the answers before, with {@link AnswerException} if
     *     the handler has failed or was cancelled, and with {@link ProcessFailedException} if the rank fails or finalizes; with {@link
     *     ErrorClass#CONVERSION} if an answer can't be read, or the handler answers in another way; with {@link ErrorClass#SESSION} when
     *     the session closes
     */
    <T, R> Flux<R> askStream(T question, Codec<T> codec, Codec<R> answerCodec, int rank, int tag, int prefetch);

    /**
     * Asks a rank a stream for a stream, with a prefetch of {@link Mpi#STREAM_PREFETCH}.
     *
     * @param questions what to ask
     * @param codec how to write a value of it
     * @param answerCodec how to read an answer
     * @param rank in this communicator, perhaps this one, or {@link Mpi#PROC_NULL}, which takes all questions and whose stream is empty
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @param <T> the questions' type
     * @param <R> the answers' type
     * @return as {@link #askStreams(Publisher, Codec, Codec, int, int, int)}
     */
    default <T, R> Flux<R> askStreams(
            Publisher<? extends T> questions, Codec<T> codec, Codec<R> answerCodec, int rank, int tag) {
        return askStreams(questions, codec, answerCodec, rank, tag, Constants.STREAM_PREFETCH);
    }

    /**
     * Asks a rank a stream for a stream; a handler there {@linkplain #answerStreams answers} it.
     *
     * <pre>
     *  questions   --a-----b--------c|
     *  subscriber  -----A-----B--------C--|
     * </pre>
     *
     * <p>Both directions are one exchange. {@code questions} is subscribed, on the progress thread, when a handler has taken the exchange,
     * and gets the demand of the handler, as {@link Streams#sendStream} has it. It is cancelled when the answers end, or are
     * cancelled. Its error ends the answers with that error, and reaches the handler as a {@link StreamException}; its end leaves the
     * answers going.
     *
     * <p>Else as {@link #askStream(Object, Codec, Codec, int, int, int)}.
     *
     * @param questions what to ask
     * @param codec how to write a value of it
     * @param answerCodec how to read an answer
     * @param rank in this communicator, perhaps this one, or {@link Mpi#PROC_NULL}, which takes all questions and whose stream is empty
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @param prefetch how many answers may be on their way beyond the demand, 0 or more
     * @param <T> the questions' type
     * @param <R> the answers' type
     * @return as {@link #askStream(Object, Codec, Codec, int, int, int)}
     */
    <T, R> Flux<R> askStreams(
            Publisher<? extends T> questions, Codec<T> codec, Codec<R> answerCodec, int rank, int tag, int prefetch);

    /**
     * Answers questions of all ranks with a tag by streams, {@value #CONCURRENCY} at a time.
     *
     * @param codec how to read a question
     * @param answerCodec how to write an answer
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @param handler makes answers of a question
     * @param <T> the questions' type
     * @param <R> the answers' type
     * @return as {@link #answerStream(Codec, Codec, int, int, BiFunction)}
     */
    default <T, R> Flux<Status> answerStream(
            Codec<T> codec,
            Codec<R> answerCodec,
            int tag,
            Function<? super T, ? extends Publisher<? extends R>> handler) {
        Objects.requireNonNull(handler, "handler");
        return answerStream(codec, answerCodec, tag, CONCURRENCY, (question, status) -> handler.apply(question));
    }

    /**
     * Answers questions of all ranks with a tag by streams.
     *
     * <p>{@code handler} is called on the progress thread, which it must not block; its publisher may signal on any thread, is given the
     * {@code Context} of this subscriber, and gets the demand of the asker. Its error, and what the handler throws, end that stream at the
     * asker with an {@link AnswerException}, after the values before, and end nothing here. It is cancelled when the asker cancels, is lost
     * or finalizes, and when this rank's session closes.
     *
     * <p>A question keeps its place among the {@code concurrency} until its stream has ended. Else as {@link #answer(Codec, Codec, int, int,
     * BiFunction)}.
     *
     * @param codec how to read a question; one that is longer than it {@linkplain Codec#longestBytes reads} fails
     * @param answerCodec how to write an answer
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @param concurrency how many streams are given at a time, 1 or more; further questions wait
     * @param handler makes answers of a question and its status: source, tag and length
     * @param <T> the questions' type
     * @param <R> the answers' type
     * @return source, tag and length of each question whose asker has got all that the handler had to say, when it has it, on the progress
     *     scheduler; completes when the communicator is freed, or the session closes
     */
    <T, R> Flux<Status> answerStream(
            Codec<T> codec,
            Codec<R> answerCodec,
            int tag,
            int concurrency,
            BiFunction<? super T, ? super Status, ? extends Publisher<? extends R>> handler);

    /**
     * Answers streams of all ranks with a tag by streams, {@value #CONCURRENCY} at a time.
     *
     * @param codec how to read a value of a question
     * @param answerCodec how to write an answer
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @param handler makes answers of questions
     * @param <T> the questions' type
     * @param <R> the answers' type
     * @return as {@link #answerStreams(Codec, Codec, int, int, BiFunction)}
     */
    default <T, R> Flux<Status> answerStreams(
            Codec<T> codec,
            Codec<R> answerCodec,
            int tag,
            Function<? super Flux<T>, ? extends Publisher<? extends R>> handler) {
        Objects.requireNonNull(handler, "handler");
        return answerStreams(codec, answerCodec, tag, CONCURRENCY, (questions, status) -> handler.apply(questions));
    }

    /**
     * Answers streams of all ranks with a tag by streams.
     *
     * <p>{@code handler} gets the values that are asked as a {@code Flux} for one subscriber, with the demand of which they leave the asker,
     * and a prefetch of {@link Mpi#STREAM_PREFETCH}; an error of the asker's publisher is a {@link StreamException} there. They may be
     * cancelled while the answers go on; the end of the answers cancels them.
     *
     * <p>Else as {@link #answerStream(Codec, Codec, int, int, BiFunction)}.
     *
     * @param codec how to read a value of a question
     * @param answerCodec how to write an answer
     * @param tag 0 to {@link Communicator#tagUpperBound()}
     * @param concurrency how many exchanges run at a time, 1 or more; further ones wait
     * @param handler makes answers of questions and the status of the first message: source, tag, and a length of 0
     * @param <T> the questions' type
     * @param <R> the answers' type
     * @return as {@link #answerStream(Codec, Codec, int, int, BiFunction)}
     */
    <T, R> Flux<Status> answerStreams(
            Codec<T> codec,
            Codec<R> answerCodec,
            int tag,
            int concurrency,
            BiFunction<? super Flux<T>, ? super Status, ? extends Publisher<? extends R>> handler);
}
