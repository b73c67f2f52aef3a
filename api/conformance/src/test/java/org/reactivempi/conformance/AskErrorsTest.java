package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.AnswerException;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.SendBuffer;
import org.reactivempi.Status;
import org.reactivempi.StreamException;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** ASK-4: what code of a user throws for a question is no exception, but an {@link Error}; and the same for a stream. */
class AskErrorsTest {

    private static final Codec<Integer> INT = Codecs.intValue();

    /** What is asked to get an error. */
    private static final int BAD = 0;

    /** Reactor itself hands none of the last two on. */
    private static final List<Supplier<Error>> ERRORS = List.of(
            () -> new AssertionError("an assertion"),
            () -> new StackOverflowError("a stack"),
            () -> new NoClassDefFoundError("a class"));

    private static <T> T thrown(Error error) {
        throw error;
    }

    private static int orThrown(int value, Supplier<Error> error) {
        return value == BAD ? thrown(error.get()) : value;
    }

    private static Codec<Integer> writing(Supplier<Error> error) {
        return new Codec<>() {
            @Override
            public SendBuffer encode(Integer value) {
                return INT.encode(orThrown(value, error));
            }

            @Override
            public Integer decode(ByteBuffer payload) {
                return INT.decode(payload);
            }
        };
    }

    private static Codec<Integer> reading(Supplier<Error> error) {
        return new Codec<>() {
            @Override
            public SendBuffer encode(Integer value) {
                return INT.encode(value);
            }

            @Override
            public Integer decode(ByteBuffer payload) {
                return orThrown(INT.decode(payload), error);
            }
        };
    }

    private static Mono<Integer> ask(Communicator asker, int number) {
        return asker.ask(number, INT, INT, 1, TAG);
    }

    /** Twice, so that the handler's concurrency, which is 1, has to be given back. */
    private static void assertAnswers(Ranks ranks, Flux<Status> handler, Class<?> told, String message) {
        Disposable answering = handler.subscribe();
        for (int i = 0; i < 2; i++) {
            StepVerifier.create(ask(ranks.world(0), BAD))
                    .expectErrorSatisfies(error -> assertThat(error)
                            .isInstanceOfSatisfying(
                                    AnswerException.class,
                                    answer -> assertThat(answer.type()).isEqualTo(told.getName()))
                            .hasMessageContaining(message))
                    .verify(TIMEOUT);
            StepVerifier.create(ask(ranks.world(0), 7))
                    .expectNext(7)
                    .expectComplete()
                    .verify(TIMEOUT);
        }
        answering.dispose();
        // After that, on the same thread.
        ranks.pending(1).block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("ASK-4 an Error of the codec that writes an answer reaches the asker, on whatever thread it is thrown")
    void encoderThrows(Ranks ranks) {
        Scheduler other = Schedulers.newSingle("other");
        for (Supplier<Error> error : ERRORS) {
            for (Scheduler scheduler : List.of(Schedulers.immediate(), other)) {
                assertAnswers(
                        ranks,
                        ranks.world(1)
                                .answer(
                                        INT,
                                        writing(error),
                                        TAG,
                                        1,
                                        (number, status) -> Mono.just(number).subscribeOn(scheduler)),
                        MpiException.class,
                        error.get().getMessage());
            }
        }
        other.dispose();
    }

    @OnEveryChannel
    @DisplayName("ASK-4 an Error of the codec that reads a question reaches the asker")
    void decoderThrows(Ranks ranks) {
        for (Supplier<Error> error : ERRORS) {
            assertAnswers(
                    ranks,
                    ranks.world(1).answer(reading(error), INT, TAG, 1, (number, status) -> Mono.just(number)),
                    MpiException.class,
                    error.get().getMessage());
        }
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-4 an Error that a handler throws when it is called, subscribed or asked for its answer reaches the asker")
    void handlerThrows(Ranks ranks) {
        for (Supplier<Error> error : ERRORS) {
            Class<?> type = error.get().getClass();
            String message = error.get().getMessage();
            Communicator one = ranks.world(1);
            assertAnswers(
                    ranks,
                    one.answer(INT, INT, TAG, 1, (number, status) -> Mono.just(orThrown(number, error))),
                    type,
                    message);
            assertAnswers(
                    ranks,
                    one.answer(INT, INT, TAG, 1, (number, status) -> Mono.fromCallable(() -> orThrown(number, error))),
                    type,
                    message);
            assertAnswers(
                    ranks,
                    one.answer(
                            INT,
                            INT,
                            TAG,
                            1,
                            (number, status) -> Flux.just(number, number).map(value -> orThrown(value, error))),
                    type,
                    message);
        }
    }

    @OnEveryChannel
    @DisplayName("ASK-4 an Error that a handler throws on another scheduler, or on one after that, reaches the asker")
    void handlerThrowsElsewhere(Ranks ranks) {
        Scheduler other = Schedulers.newBoundedElastic(2, 100, "elsewhere");
        for (Supplier<Error> error : ERRORS) {
            Class<?> type = error.get().getClass();
            String message = error.get().getMessage();
            Communicator one = ranks.world(1);
            assertAnswers(
                    ranks,
                    one.answer(
                            INT,
                            INT,
                            TAG,
                            1,
                            (number, status) -> Mono.fromCallable(() -> orThrown(number, error))
                                    .subscribeOn(other)),
                    type,
                    message);
            assertAnswers(
                    ranks,
                    one.answer(
                            INT,
                            INT,
                            TAG,
                            1,
                            (number, status) -> Mono.just(number)
                                    .publishOn(other)
                                    .publishOn(Schedulers.parallel())
                                    .map(value -> orThrown(value, error))),
                    type,
                    message);
        }
        other.dispose();
    }

    @OnEveryChannel
    @DisplayName("ASK-4 an Error of a codec at the asker fails the question there, and the next one is answered")
    void askerThrows(Ranks ranks) {
        Disposable handler = ranks.world(1)
                .answer(INT, INT, TAG, 1, (number, status) -> Mono.just(number))
                .subscribe();
        for (Supplier<Error> error : ERRORS) {
            for (Mono<Integer> asked : List.of(
                    ranks.world(0).ask(BAD, writing(error), INT, 1, TAG),
                    ranks.world(0).ask(BAD, INT, reading(error), 1, TAG))) {
                assertFails(asked, ErrorClass.CONVERSION, error.get().getMessage());
                StepVerifier.create(ask(ranks.world(0), 7))
                        .expectNext(7)
                        .expectComplete()
                        .verify(TIMEOUT);
            }
        }
        handler.dispose();
    }

    @OnEveryChannel
    @DisplayName("ASK-4 what throws an Error on another scheduler is cancelled, and gives back what it holds")
    void givesBack(Ranks ranks) throws InterruptedException {
        Scheduler other = Schedulers.newBoundedElastic(2, 100, "elsewhere");
        Semaphore givenBack = new Semaphore(0);
        for (Supplier<Error> error : ERRORS) {
            assertAnswers(
                    ranks,
                    ranks.world(1)
                            .answer(
                                    INT,
                                    INT,
                                    TAG,
                                    1,
                                    (number, status) -> Mono.usingWhen(
                                            Mono.just(number),
                                            held -> Mono.fromCallable(() -> orThrown(held, error))
                                                    .subscribeOn(other),
                                            held -> Mono.fromRunnable(givenBack::release))),
                    error.get().getClass(),
                    error.get().getMessage());
            assertThat(givenBack.tryAcquire(4, TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .as(error.get().getMessage())
                    .isTrue();
        }
        other.dispose();
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-9 an Error of a codec or of the Flux at the handler ends a stream that is asked for, and the next one is given")
    void streamThrows(Ranks ranks) {
        Communicator one = ranks.world(1);
        for (Supplier<Error> error : ERRORS) {
            assertStreams(
                    ranks,
                    one.answerStream(INT, writing(error), TAG, 1, (number, status) -> Flux.just(7, number)),
                    error);
            assertStreams(
                    ranks,
                    one.answerStream(
                            INT,
                            INT,
                            TAG,
                            1,
                            (number, status) -> Flux.just(7, number).map(value -> orThrown(value, error))),
                    error);
            assertStreams(
                    ranks,
                    one.answerStream(reading(error), INT, TAG, 1, (number, status) -> Flux.just(7, number)),
                    error);
        }
    }

    /** Twice, so that the handler's one place has to be given back. */
    private static void assertStreams(Ranks ranks, Flux<Status> handler, Supplier<Error> error) {
        Disposable answering = handler.subscribe();
        for (int i = 0; i < 2; i++) {
            StepVerifier.create(ranks.world(0).askStream(BAD, INT, INT, 1, TAG).filter(value -> value != 7))
                    .expectErrorSatisfies(failure -> assertThat(failure)
                            .isInstanceOf(AnswerException.class)
                            .hasMessageContaining(error.get().getMessage()))
                    .verify(TIMEOUT);
            StepVerifier.create(ranks.world(0).askStream(7, INT, INT, 1, TAG))
                    .expectNext(7, 7)
                    .expectComplete()
                    .verify(TIMEOUT);
        }
        answering.dispose();
        ranks.pending(1).block(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("ASK-9 an Error of a codec at the asker ends its stream there, and the handler's Flux is cancelled")
    void streamAskerThrows(Ranks ranks) {
        Disposable handler = ranks.world(1)
                .answerStream(
                        INT, INT, TAG, 1, (number, status) -> Flux.just(7, BAD).concatWith(Flux.never()))
                .subscribe();
        for (Supplier<Error> error : ERRORS) {
            for (Flux<Integer> asked : List.of(
                    ranks.world(0).askStream(BAD, writing(error), INT, 1, TAG),
                    ranks.world(0).askStream(BAD, INT, reading(error), 1, TAG))) {
                assertFails(
                        asked.filter(value -> value != 7),
                        ErrorClass.CONVERSION,
                        error.get().getMessage());
                // The handler's one place is free again.
                StepVerifier.create(
                                ranks.world(0).askStream(1, INT, INT, 1, TAG).take(1))
                        .expectNext(7)
                        .expectComplete()
                        .verify(TIMEOUT);
            }
        }
        handler.dispose();
    }

    @OnEveryChannel
    @DisplayName("RX-11 an Error that a stream's publisher throws on another scheduler ends the stream on both sides")
    void publisherThrowsElsewhere(Ranks ranks) {
        Scheduler other = Schedulers.newSingle("elsewhere");
        for (Supplier<Error> error : ERRORS) {
            Flux<Integer> values =
                    Flux.just(1, 2, BAD).map(value -> orThrown(value, error)).subscribeOn(other);
            Mono<Void> sent = ranks.world(0).sendStream(values, INT, 1, TAG);
            StepVerifier.create(Flux.mergeDelayError(
                            2,
                            sent.onErrorComplete().cast(Integer.class),
                            ranks.world(1).receiveStream(INT, 0, TAG)))
                    .expectNext(1, 2)
                    .expectErrorSatisfies(failure -> assertThat(failure)
                            .isInstanceOf(StreamException.class)
                            .hasMessageContaining(error.get().getMessage()))
                    .verify(TIMEOUT);
        }
        other.dispose();
    }
}
