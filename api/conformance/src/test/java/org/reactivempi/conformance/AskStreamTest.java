package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.await;
import static org.reactivempi.conformance.Traffic.during;
import static org.reactivempi.conformance.Traffic.meet;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.AnswerException;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.SendBuffer;
import org.reactivempi.Status;
import org.reactivempi.StreamException;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.util.context.Context;

/** ASK: questions whose answers are streams, and questions that are streams. */
@AlsoWithFaults
class AskStreamTest {

    private static final Codec<Integer> INT = Codecs.intValue();

    private static Flux<Integer> ask(Communicator asker, int number, int rank) {
        return asker.askStream(number, INT, INT, rank, TAG);
    }

    private static Flux<Status> answer(
            Communicator handler, Function<Integer, ? extends Publisher<? extends Integer>> work) {
        return handler.answerStream(INT, INT, TAG, work);
    }

    private static List<Integer> range(int first, int count) {
        return IntStream.range(first, first + count).boxed().toList();
    }

    @OnEveryChannel
    @DisplayName("ASK-8 a stream that is asked for comes in its order, and the handler gets the status of its question")
    void answered(Ranks ranks) {
        for (int length : new int[] {0, 1, 100, 10_000}) {
            StepVerifier.create(answer(ranks.world(1), count -> Flux.range(0, count))
                            .take(1)
                            .zipWith(ask(ranks.world(0), length, 1).collectList()))
                    .assertNext(both -> {
                        assertThat(both.getT1().source()).isZero();
                        assertThat(both.getT1().tag()).isEqualTo(TAG);
                        assertThat(both.getT1().lengthBytes()).isEqualTo(Integer.BYTES);
                        assertThat(both.getT2()).isEqualTo(range(0, length));
                    })
                    .expectComplete()
                    .verify(TIMEOUT);
        }
    }

    @OnEveryChannel
    @DisplayName("ASK-8 a rank asks itself for a stream")
    void oneself(Ranks ranks) {
        Disposable handler =
                answer(ranks.world(0), count -> Flux.range(0, count)).subscribe();
        during(
                handler,
                () -> StepVerifier.create(ask(ranks.world(0), 1000, 0).collectList())
                        .expectNext(range(0, 1000))
                        .expectComplete()
                        .verify(TIMEOUT));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("ASK-8 many streams with one tag and rank at once reach their own askers, in their order")
    void atOnce(Ranks ranks) {
        int many = 90;
        Disposable handler = answer(
                        ranks.world(1),
                        number -> number % 3 == 0
                                ? Flux.range(number, 50).publishOn(Schedulers.parallel())
                                : Flux.range(number, 50))
                .subscribe();
        during(handler, () -> {
            Flux<Integer> wrong = Flux.range(0, 3 * many)
                    .flatMap(
                            number -> ask(ranks.world(number % 3), number, 1)
                                    .collectList()
                                    .filter(list -> !list.equals(range(number, 50)))
                                    .map(list -> number),
                            3 * many);
            StepVerifier.create(wrong).expectComplete().verify(TIMEOUT);
        });
    }

    @OnEveryChannel
    @DisplayName("ASK-8 answers of every length, from nothing to many pieces")
    void lengths(Ranks ranks) {
        Disposable handler = ranks.world(1)
                .answerStream(Codecs.bytes(), Codecs.bytes(), TAG, bytes -> Flux.just(bytes, new byte[0], bytes))
                .subscribe();
        during(handler, () -> {
            for (int length : Payloads.lengths(ranks)) {
                byte[] value = Payloads.pattern(1, length);
                StepVerifier.create(ranks.world(0).askStream(value, Codecs.bytes(), Codecs.bytes(), 1, TAG))
                        .assertNext(first -> assertThat(first).isEqualTo(value))
                        .assertNext(second -> assertThat(second).isEmpty())
                        .assertNext(third -> assertThat(third).isEqualTo(value))
                        .expectComplete()
                        .verify(TIMEOUT);
            }
        });
    }

    @OnEveryChannel
    @DisplayName("ASK-8 the one who asks after a reader that has left gets the own stream, not the one before")
    void afterALeaver(Ranks ranks) {
        Sinks.Many<Integer> late = Sinks.many().unicast().onBackpressureBuffer();
        CountDownLatch asked = new CountDownLatch(1);
        Disposable handler = answer(
                        ranks.world(1),
                        number -> number == 1
                                ? late.asFlux().doOnSubscribe(now -> asked.countDown())
                                : Flux.range(number, 3))
                .subscribe();
        during(handler, () -> {
            Disposable reader = ask(ranks.world(0), 1, 1).subscribe();
            await(asked);
            reader.dispose();
            late.tryEmitNext(1);
            StepVerifier.create(Flux.range(2, 20)
                            .concatMap(number -> ask(ranks.world(0), number, 1)
                                    .collectList()
                                    .map(list -> list.equals(range(number, 3)))))
                    .expectNextCount(20)
                    .expectComplete()
                    .verify(TIMEOUT);
            StepVerifier.create(ask(ranks.world(0), 7, 1).repeat(2))
                    .expectNext(7, 8, 9, 7, 8, 9, 7, 8, 9)
                    .expectComplete()
                    .verify(TIMEOUT);
        });
    }

    @OnEveryChannel
    @DisplayName("ASK-9 an asker that has requested n makes at most n and the prefetch leave the handler's Flux")
    void demand(Ranks ranks) {
        AtomicLong requested = new AtomicLong();
        CountDownLatch cancelled = new CountDownLatch(1);
        Disposable handler = answer(
                        ranks.world(1),
                        first -> Flux.range(first, Integer.MAX_VALUE)
                                .doOnRequest(requested::addAndGet)
                                .doOnCancel(cancelled::countDown))
                .subscribe();
        during(handler, () -> {
            for (int prefetch : new int[] {0, 1, 5}) {
                requested.set(0);
                StepVerifier.create(ranks.world(0).askStream(0, INT, INT, 1, TAG, prefetch), 0)
                        .expectSubscription()
                        .thenRequest(3)
                        .expectNext(0, 1, 2)
                        .then(() -> {
                            meet(ranks);
                            assertThat(requested.get()).isBetween(3L, 3L + prefetch);
                        })
                        .thenRequest(4)
                        .expectNext(3, 4, 5, 6)
                        .then(() -> {
                            meet(ranks);
                            assertThat(requested.get()).isBetween(7L, 7L + prefetch);
                        })
                        .thenCancel()
                        .verify(TIMEOUT);
            }
            await(cancelled);
        });
    }

    @OnEveryChannel
    @DisplayName("ASK-9 an error comes after the values before it, with the name of its type and its message;"
            + " so does what a handler throws, or a codec")
    void errors(Ranks ranks) {
        Codec<Integer> choosy = new Codec<>() {
            @Override
            public SendBuffer encode(Integer value) {
                if (value == 13) {
                    throw new IllegalArgumentException("13");
                }
                return INT.encode(value);
            }

            @Override
            public Integer decode(ByteBuffer payload) {
                return INT.decode(payload);
            }
        };
        Disposable handler = ranks.world(1)
                .answerStream(INT, choosy, TAG, number -> {
                    if (number == 0) {
                        throw new IllegalStateException("thrown");
                    }
                    return number == 1
                            ? Flux.range(0, 5).concatWith(Flux.error(new IllegalStateException("signalled")))
                            : number == 2 ? null : Flux.range(10, 100);
                })
                .subscribe();
        during(handler, () -> {
            verifyFailure(ask(ranks.world(0), 0, 1), 0, IllegalStateException.class, "thrown");
            verifyFailure(ask(ranks.world(0), 1, 1), 5, IllegalStateException.class, "signalled");
            verifyFailure(ask(ranks.world(0), 2, 1), 0, NullPointerException.class, "the handler returned null");
            verifyFailure(ask(ranks.world(0), 3, 1), 3, MpiException.class, "13");
        });
    }

    private static void verifyFailure(Flux<Integer> asked, int before, Class<?> type, String message) {
        StepVerifier.create(asked)
                .expectNextCount(before)
                .expectErrorSatisfies(error -> {
                    assertThat(error).isInstanceOf(AnswerException.class).hasMessageContaining(message);
                    assertThat(((AnswerException) error).type()).isEqualTo(type.getName());
                })
                .verify(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("ASK-10 an asker that cancels cancels the handler's Flux, before its first value and after")
    void cancelled(Ranks ranks) {
        for (int asker : new int[] {0, 1}) {
            for (int values : new int[] {0, 1, 100}) {
                CountDownLatch taken = new CountDownLatch(1);
                CountDownLatch cancelled = new CountDownLatch(1);
                CountDownLatch seen = new CountDownLatch(values);
                Disposable handler = answer(
                                ranks.world(1),
                                count -> Flux.range(0, count)
                                        .concatWith(Flux.never())
                                        .doOnSubscribe(now -> taken.countDown())
                                        .doOnCancel(cancelled::countDown))
                        .subscribe();
                during(handler, () -> {
                    Disposable reader = ask(ranks.world(asker), values, 1).subscribe(value -> seen.countDown());
                    await(taken);
                    await(seen);
                    reader.dispose();
                    await(cancelled);
                });
                meet(ranks);
            }
        }
    }

    @OnEveryChannel
    @DisplayName("ASK-10 a question for a stream that is cancelled before a handler has taken it is withdrawn")
    void withdrawn(Ranks ranks) {
        Disposable given = ask(ranks.world(0), 1, 1).subscribe();
        meet(ranks);
        given.dispose();
        meet(ranks);
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        Disposable handler = answer(ranks.world(1), number -> {
                    seen.add(number);
                    return Flux.just(number);
                })
                .subscribe();
        during(handler, () -> {
            StepVerifier.create(ask(ranks.world(0), 2, 1))
                    .expectNext(2)
                    .expectComplete()
                    .verify(TIMEOUT);
            assertThat(seen).containsExactly(2);
        });
    }

    @OnEveryChannel
    @DisplayName("ASK-10 a place among the handler's concurrency is free when its stream has ended, in whichever way")
    void places(Ranks ranks) {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Semaphore begun = new Semaphore(0);
        Disposable handler = ranks.world(1)
                .answerStream(
                        INT,
                        INT,
                        TAG,
                        2,
                        (number, status) -> Flux.range(0, 3)
                                .concatWith(
                                        number % 3 == 0
                                                ? Flux.never()
                                                : number % 3 == 1
                                                        ? Flux.empty()
                                                        : Flux.error(new IllegalStateException("2")))
                                .doOnSubscribe(now -> {
                                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                                    begun.release();
                                })
                                .doFinally(now -> running.decrementAndGet()))
                .subscribe();
        during(handler, () -> {
            StepVerifier.create(Flux.range(0, 60)
                            .flatMap(
                                    number -> ask(ranks.world(0), number, 1)
                                            .take(number % 3 == 0 ? 3 : 9)
                                            .onErrorComplete(AnswerException.class)
                                            .count(),
                                    60))
                    .expectNextCount(60)
                    .expectComplete()
                    .verify(TIMEOUT);
            assertThat(begun.availablePermits()).isEqualTo(60);
            assertThat(most.get()).isLessThanOrEqualTo(2);
        });
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-10 a handler that is cancelled cancels its streams; their askers get an error after the values before")
    void cancelledHandler(Ranks ranks) {
        CountDownLatch cancelled = new CountDownLatch(1);
        Disposable handler = answer(
                        ranks.world(1),
                        count -> Flux.range(0, count).concatWith(Flux.never()).doOnCancel(cancelled::countDown))
                .subscribe();
        StepVerifier.create(ask(ranks.world(0), 3, 1))
                .expectNext(0, 1, 2)
                .then(handler::dispose)
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(
                                AnswerException.class,
                                failure -> assertThat(failure.type()).isEqualTo(CancellationException.class.getName())))
                .verify(TIMEOUT);
        await(cancelled);
    }

    @OnEveryChannel
    @DisplayName("ASK-11 a stream is asked and answered by a stream, each with its own demand")
    void streams(Ranks ranks) {
        Disposable handler = ranks.world(1)
                .answerStreams(INT, INT, TAG, numbers -> numbers.map(number -> number * number))
                .subscribe();
        during(handler, () -> {
            for (int length : new int[] {0, 1, 1000}) {
                StepVerifier.create(ranks.world(0)
                                .askStreams(Flux.range(0, length), INT, INT, 1, TAG)
                                .collectList())
                        .expectNext(IntStream.range(0, length)
                                .map(number -> number * number)
                                .boxed()
                                .toList())
                        .expectComplete()
                        .verify(TIMEOUT);
            }
        });
    }

    @OnEveryChannel
    @DisplayName("ASK-11 the end of the answers cancels the question, and so does an asker that cancels")
    void endOfAnswers(Ranks ranks) {
        for (boolean byHandler : new boolean[] {true, false}) {
            CountDownLatch cancelled = new CountDownLatch(1);
            Disposable handler = ranks.world(1)
                    .answerStreams(INT, INT, TAG, numbers -> byHandler ? numbers.take(3) : numbers)
                    .subscribe();
            during(handler, () -> {
                Flux<Integer> endless = Flux.range(0, Integer.MAX_VALUE).doOnCancel(cancelled::countDown);
                StepVerifier.create(ranks.world(0)
                                .askStreams(endless, INT, INT, 1, TAG)
                                .take(byHandler ? 10 : 3))
                        .expectNext(0, 1, 2)
                        .expectComplete()
                        .verify(TIMEOUT);
                await(cancelled);
            });
            meet(ranks);
        }
    }

    @OnEveryChannel
    @DisplayName("ASK-11 a handler that wants no more of the question answers on, and one that never subscribes it")
    void halfClosed(Ranks ranks) {
        for (boolean subscribes : new boolean[] {true, false}) {
            CountDownLatch ended = new CountDownLatch(1);
            Disposable handler = ranks.world(1)
                    .answerStreams(
                            INT,
                            INT,
                            TAG,
                            numbers -> subscribes
                                    ? numbers.next().flatMapMany(number -> Flux.range(number, 500))
                                    : Flux.range(0, 500))
                    .subscribe();
            during(handler, () -> {
                Flux<Integer> endless = Flux.range(0, Integer.MAX_VALUE).doFinally(signal -> ended.countDown());
                StepVerifier.create(ranks.world(0)
                                .askStreams(endless, INT, INT, 1, TAG)
                                .collectList())
                        .expectNext(range(0, 500))
                        .expectComplete()
                        .verify(TIMEOUT);
                await(ended);
            });
            meet(ranks);
        }
    }

    @OnEveryChannel
    @DisplayName("ASK-11 the question's own error ends the answers with it, and reaches the handler by its type's name")
    void failedQuestion(Ranks ranks) {
        Sinks.One<Throwable> seen = Sinks.one();
        Disposable handler = ranks.world(1)
                .answerStreams(INT, INT, TAG, numbers -> numbers.doOnError(seen::tryEmitValue))
                .subscribe();
        during(handler, () -> {
            Flux<Integer> failing = Flux.range(0, 3).concatWith(Flux.error(new IllegalStateException("mine")));
            List<Integer> answers = Collections.synchronizedList(new ArrayList<>());
            assertMine(ranks.world(0).askStreams(failing, INT, INT, 1, TAG).doOnNext(answers::add));
            // What is still to come then is not waited for.
            assertThat(range(0, 3)).startsWith(answers.toArray(Integer[]::new));
            assertThat(seen.asMono().block(TIMEOUT))
                    .isInstanceOfSatisfying(
                            StreamException.class,
                            error -> assertThat(error.type()).isEqualTo(IllegalStateException.class.getName()));
        });
    }

    private static void assertMine(Publisher<Integer> asked) {
        StepVerifier.create(asked)
                .thenConsumeWhile(answer -> true)
                .expectErrorMatches(error -> error instanceof IllegalStateException
                        && error.getMessage().equals("mine"))
                .verify(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("ASK-11 the question's own error is the asker's also where the handler answers without an error")
    void forgivenQuestion(Ranks ranks) {
        Disposable handler = ranks.world(1)
                .answerStreams(
                        INT, INT, TAG, numbers -> numbers.onErrorComplete().concatWithValues(7))
                .subscribe();
        during(handler, () -> {
            for (int turn = 0; turn < 50; turn++) {
                assertMine(ranks.world(0).askStreams(Flux.error(new IllegalStateException("mine")), INT, INT, 1, TAG));
            }
        });
    }

    @OnEveryChannel
    @DisplayName("ASK-10 a rank closes whose handler has not subscribed the question, and the asker hears of it")
    void closedBeforeTheQuestion(Ranks ranks) {
        CountDownLatch handled = new CountDownLatch(2);
        ranks.world(1)
                .answerStreams(INT, INT, TAG, numbers -> {
                    handled.countDown();
                    return Flux.never();
                })
                .subscribe();
        List<Recorder<Integer>> askers = new ArrayList<>();
        for (Flux<Integer> question : List.of(Flux.<Integer>never(), Flux.range(0, 10_000))) {
            Recorder<Integer> asker = new Recorder<>();
            ranks.world(0).askStreams(question, INT, INT, 1, TAG).subscribe(asker);
            asker.request(1);
            askers.add(asker);
        }
        await(handled);
        ranks.session(1).close().block(TIMEOUT);
        for (Recorder<Integer> asker : askers) {
            try {
                assertThat(asker.await()).singleElement().isInstanceOf(MpiException.class);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @OnEveryChannel
    @DisplayName("ASK-9 streams that are asked by a stream and cancelled while they start leave nothing behind")
    void cancelledAtTheStart(Ranks ranks) {
        Disposable handler =
                ranks.world(1).answerStreams(INT, INT, TAG, numbers -> numbers).subscribe();
        during(handler, () -> {
            for (int turn = 0; turn < 2000; turn++) {
                Disposable asked = ranks.world(0)
                        .askStreams(Flux.range(0, 3), INT, INT, 1, TAG)
                        .subscribe();
                for (int i = turn % 50; i > 0; i--) {
                    Thread.onSpinWait();
                }
                asked.dispose();
            }
            meet(ranks);
            StepVerifier.create(ranks.world(0).askStreams(Flux.range(0, 3), INT, INT, 1, TAG))
                    .expectNext(0, 1, 2)
                    .expectComplete()
                    .verify(TIMEOUT);
            meet(ranks);
            assertThat(ranks.pending(0).block(TIMEOUT)).isEmpty();
        });
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-4 ASK-11 an error is told whole where the answers' codec has a limit, and a longer answer is refused")
    void limited(Ranks ranks) {
        Codec<String> limited = Codecs.limited(Codecs.string(), 4);
        Communicator zero = ranks.world(0);
        during(
                ranks.world(1)
                        .answer(
                                INT,
                                Codecs.string(),
                                TAG,
                                number -> number < 0
                                        ? Mono.error(new IllegalStateException("no number below zero"))
                                        : Mono.just("x".repeat(number)))
                        .subscribe(),
                () -> {
                    assertThat(zero.ask(4, INT, limited, 1, TAG).block(TIMEOUT)).isEqualTo("xxxx");
                    assertFails(zero.ask(5, INT, limited, 1, TAG), ErrorClass.TRUNCATE);
                    StepVerifier.create(zero.ask(-1, INT, limited, 1, TAG))
                            .expectErrorMatches(error -> error instanceof AnswerException answer
                                    && answer.getMessage().equals("no number below zero"))
                            .verify(TIMEOUT);
                });
        // The first handler ends on its rank's thread: until then it takes a question.
        meet(ranks);
        during(
                answer(ranks.world(1), Flux::just).subscribe(),
                () -> assertFails(zero.ask(5, INT, limited, 1, TAG), ErrorClass.CONVERSION));
    }

    @OnEveryChannel
    @DisplayName("ASK-11 what is asked for and what the handler answers must agree: else both ends learn of it")
    void otherForm(Ranks ranks) {
        Communicator asker = ranks.world(0);
        List<Publisher<Integer>> askers = List.of(
                asker.ask(1, INT, INT, 1, TAG),
                asker.askStream(1, INT, INT, 1, TAG),
                asker.askStreams(Flux.just(1), INT, INT, 1, TAG));
        Communicator world = ranks.world(1);
        List<Flux<Status>> handlers = List.of(
                world.answer(INT, INT, TAG, Mono::just),
                world.answerStream(INT, INT, TAG, Flux::just),
                world.answerStreams(INT, INT, TAG, numbers -> numbers));
        List<String> names = List.of("answer", "answerStream", "answerStreams");
        for (int handler = 0; handler < handlers.size(); handler++) {
            int answering = handler;
            during(handlers.get(handler).subscribe(), () -> {
                for (int asking = 0; asking < askers.size(); asking++) {
                    StepVerifier.FirstStep<Integer> asked = StepVerifier.create(askers.get(asking));
                    if (asking == answering) {
                        asked.expectNext(1).expectComplete().verify(TIMEOUT);
                    } else {
                        asked.expectErrorSatisfies(error -> {
                                    assertThat(error).hasMessageEndingWith("by " + names.get(answering));
                                    assertThat(((MpiException) error).errorClass())
                                            .isEqualTo(ErrorClass.CONVERSION);
                                })
                                .verify(TIMEOUT);
                    }
                }
            });
            meet(ranks);
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "ASK-10 an asker that fails cancels the handler's Flux, and gives its place back; a handler's rank that fails ends the stream")
    void failed(Ranks ranks) {
        CountDownLatch taken = new CountDownLatch(2);
        CountDownLatch cancelled = new CountDownLatch(1);
        answer(ranks.world(1), number -> Flux.just(number).concatWith(Flux.never()))
                .onErrorComplete()
                .subscribe();
        Disposable handler = ranks.world(0)
                .answerStream(
                        INT,
                        INT,
                        TAG,
                        1,
                        (number, status) -> number == 5
                                ? Flux.just(number).concatWith(Flux.never()).doOnCancel(cancelled::countDown)
                                : Flux.just(number))
                .subscribe();
        during(handler, () -> {
            ask(ranks.world(1), 5, 0).onErrorComplete().subscribe(value -> taken.countDown());
            StepVerifier.create(ask(ranks.world(0), 3, 1).doOnNext(value -> taken.countDown()))
                    .expectNext(3)
                    .then(() -> {
                        await(taken);
                        ranks.abort(1, "the test").block(TIMEOUT);
                    })
                    // The rank may still have said that it cancels what it answers.
                    .expectErrorSatisfies(error ->
                            assertThat(error).isInstanceOfAny(ProcessFailedException.class, AnswerException.class))
                    .verify(TIMEOUT);
            await(cancelled);
            StepVerifier.create(ask(ranks.world(2), 2, 0))
                    .expectNext(2)
                    .expectComplete()
                    .verify(TIMEOUT);
        });
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "ASK-10 an asker that finalizes cancels the handler's Flux, and a handler's rank that does ends the stream")
    void finalized(Ranks ranks) {
        CountDownLatch cancelled = new CountDownLatch(2);
        Function<Integer, Flux<Integer>> endless =
                number -> Flux.just(number).concatWith(Flux.never()).doOnCancel(cancelled::countDown);
        answer(ranks.world(1), endless).subscribe();
        Disposable handler = answer(ranks.world(0), endless).subscribe();
        List<Object> byFinalizing = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        ask(ranks.world(1), 6, 0).subscribe(value -> first.countDown(), error -> {
            byFinalizing.add(((MpiException) error).errorClass());
            over.countDown();
        });
        await(first);
        StepVerifier.create(ask(ranks.world(0), 3, 1))
                .expectNext(3)
                .then(() -> ranks.session(1).close().block(TIMEOUT))
                .expectError(MpiException.class)
                .verify(TIMEOUT);
        await(over);
        await(cancelled);
        assertThat(byFinalizing).containsExactly(ErrorClass.SESSION);
        handler.dispose();
    }

    @OnEveryChannel
    @DisplayName("ASK-8 the null process answers with an empty stream, and wrong arguments fail with their class")
    void arguments(Ranks ranks) {
        Communicator world = ranks.world(0);
        StepVerifier.create(ask(world, 1, Mpi.PROC_NULL)).expectComplete().verify(TIMEOUT);
        StepVerifier.create(world.askStreams(Flux.just(1), INT, INT, Mpi.PROC_NULL, TAG))
                .expectComplete()
                .verify(TIMEOUT);
        assertFails(ask(world, 1, 9), ErrorClass.RANK);
        assertFails(world.askStream(1, INT, INT, 1, -1), ErrorClass.TAG);
        assertFails(world.askStream(1, INT, INT, 1, TAG, -1), ErrorClass.ARG);
        assertFails(world.answerStream(INT, INT, TAG, 0, (number, status) -> Flux.just(number)), ErrorClass.ARG);
    }

    @OnEveryChannel
    @DisplayName("ASK-8 the handler's Flux sees the context of the handler's subscriber")
    void context(Ranks ranks) {
        Disposable handler = answer(
                        ranks.world(1),
                        number -> Flux.deferContextual(view -> Flux.just(number, view.<Integer>get("key"))))
                .contextWrite(Context.of("key", 42))
                .subscribe();
        during(
                handler,
                () -> StepVerifier.create(ask(ranks.world(0), 1, 1))
                        .expectNext(1, 42)
                        .expectComplete()
                        .verify(TIMEOUT));
    }
}
