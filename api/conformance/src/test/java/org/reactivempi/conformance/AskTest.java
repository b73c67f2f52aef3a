package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.await;
import static org.reactivempi.conformance.Traffic.during;
import static org.reactivempi.conformance.Traffic.exchange;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.reactivempi.RevokedException;
import org.reactivempi.SendBuffer;
import org.reactivempi.Status;
import org.reactivempi.TruncationException;
import org.reactivempi.testkit.AlsoWithFaults;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.util.context.Context;

/** ASK: questions, their handlers, and their answers. */
@AlsoWithFaults
class AskTest {

    private static final Codec<Integer> INT = Codecs.intValue();

    private static Mono<Integer> ask(Communicator asker, int number, int rank) {
        return asker.ask(number, INT, INT, rank, TAG);
    }

    private static Flux<Status> answer(
            Communicator handler, Function<Integer, ? extends Publisher<? extends Integer>> work) {
        return handler.answer(INT, INT, TAG, work);
    }

    @OnEveryChannel
    @DisplayName("ASK-1 a question gets its answer, and the handler the status of the question")
    void answered(Ranks ranks) {
        StepVerifier.create(answer(ranks.world(1), number -> Mono.just(number * number))
                        .take(1)
                        .zipWith(ask(ranks.world(0), 7, 1)))
                .assertNext(both -> {
                    assertThat(both.getT1().source()).isZero();
                    assertThat(both.getT1().tag()).isEqualTo(TAG);
                    assertThat(both.getT1().lengthBytes()).isEqualTo(Integer.BYTES);
                    assertThat(both.getT2()).isEqualTo(49);
                })
                .expectComplete()
                .verify(TIMEOUT);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "ASK-1 many questions with one tag and rank at once get their own answers, whatever the order of those")
    void atOnce(Ranks ranks) {
        int many = 300;
        Disposable handler = answer(
                        ranks.world(1),
                        number -> number % 3 == 0
                                ? Mono.just(number).publishOn(Schedulers.parallel())
                                : Mono.just(number))
                .subscribe();

        during(handler, () -> {
            Flux<List<Integer>> answers = Flux.range(0, 3 * many)
                    .flatMap(
                            number -> ask(ranks.world(number % 3), number, 1).map(answer -> List.of(number, answer)),
                            3 * many);
            StepVerifier.create(answers.doOnNext(pair -> assertThat(pair.get(1)).isEqualTo(pair.get(0)))
                            .map(pair -> pair.get(0))
                            .collectSortedList())
                    .expectNext(IntStream.range(0, 3 * many).boxed().toList())
                    .expectComplete()
                    .verify(TIMEOUT);
        });
    }

    @OnEveryChannel
    @DisplayName("ASK-1 questions and answers of every length, from nothing to many pieces")
    void lengths(Ranks ranks) {
        Disposable handler = ranks.world(1)
                .answer(Codecs.bytes(), Codecs.bytes(), TAG, 4, Mono::just)
                .subscribe();
        during(handler, () -> {
            for (int length : Payloads.lengths(ranks)) {
                byte[] value = Payloads.pattern(1, length);
                StepVerifier.create(ranks.world(0).ask(value, Codecs.bytes(), Codecs.bytes(), 1, TAG))
                        .assertNext(answer -> assertThat(answer).isEqualTo(value))
                        .expectComplete()
                        .verify(TIMEOUT);
            }
        });
    }

    @OnEveryChannel
    @DisplayName("ASK-1 a rank asks itself, also in the handler of a question")
    void oneself(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Disposable handler = answer(zero, number -> number == 0 ? Mono.just(0) : ask(zero, number - 1, 0))
                .subscribe();
        during(
                handler,
                () -> StepVerifier.create(ask(zero, 100, 0))
                        .expectNext(0)
                        .expectComplete()
                        .verify(TIMEOUT));
    }

    @OnEveryChannel
    @DisplayName("ASK-1 a question that is asked again, or blocks, is a question each time")
    void repeated(Ranks ranks) {
        AtomicInteger count = new AtomicInteger();
        Disposable handler = answer(ranks.world(1), number -> Mono.fromCallable(count::incrementAndGet))
                .subscribe();
        during(handler, () -> {
            Mono<Integer> question = ask(ranks.world(0), 1, 1);
            StepVerifier.create(question.repeat(2))
                    .expectNext(1, 2, 3)
                    .expectComplete()
                    .verify(TIMEOUT);
            assertThat(question.block(TIMEOUT)).isEqualTo(4);
        });
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-1 the one who asks after a caller that timed out gets the own answer, not the one of the caller before")
    void afterATimeout(Ranks ranks) {
        Sinks.One<Integer> late = Sinks.one();
        CountDownLatch asked = new CountDownLatch(1);
        Disposable handler = answer(
                        ranks.world(1),
                        number ->
                                number == 1 ? late.asMono().doOnSubscribe(now -> asked.countDown()) : Mono.just(number))
                .subscribe();
        during(handler, () -> {
            Disposable caller = ask(ranks.world(0), 1, 1).subscribe();
            await(asked);
            caller.dispose();
            late.tryEmitValue(1);
            StepVerifier.create(Flux.range(2, 20).concatMap(number -> ask(ranks.world(0), number, 1)))
                    .expectNextSequence(IntStream.range(2, 22).boxed().toList())
                    .expectComplete()
                    .verify(TIMEOUT);
        });
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-2 a long answer that crosses the cancellation is dropped, and its credit and number are free again")
    void droppedAnswers(Ranks ranks) {
        byte[] answer = new byte[ranks.eagerLimitBytes() + 1];
        Semaphore handled = new Semaphore(0);
        Disposable handler = ranks.world(1)
                .answer(
                        INT,
                        Codecs.bytes(),
                        TAG,
                        number -> Mono.just(number % 2 == 0 ? answer : new byte[10])
                                .doOnNext(now -> handled.release()))
                .subscribe();
        during(handler, () -> {
            for (int i = 0; i < 50; i++) {
                Disposable caller =
                        ranks.world(0).ask(i, INT, Codecs.bytes(), 1, TAG).subscribe();
                handled.acquireUninterruptibly();
                caller.dispose();
            }
            StepVerifier.create(ranks.world(0).ask(1, INT, Codecs.bytes(), 1, TAG))
                    .assertNext(bytes -> assertThat(bytes).hasSize(10))
                    .expectComplete()
                    .verify(TIMEOUT);
        });
    }

    @OnEveryChannel
    @DisplayName("ASK-3 a question that is cancelled before a handler has taken it is withdrawn")
    void withdrawn(Ranks ranks) {
        for (int length : new int[] {0, ranks.eagerLimitBytes() + 1}) {
            // The handler of the turn before has gone.
            meet(ranks);
            Disposable given = ranks.world(0)
                    .ask(new byte[length], Codecs.bytes(), Codecs.bytes(), 1, TAG)
                    .subscribe();
            meet(ranks);
            given.dispose();
            meet(ranks);
            List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
            Disposable handler = ranks.world(1)
                    .answer(Codecs.bytes(), Codecs.bytes(), TAG, bytes -> {
                        seen.add(bytes.length);
                        return Mono.just(bytes);
                    })
                    .subscribe();
            during(handler, () -> {
                StepVerifier.create(ranks.world(0).ask(new byte[3], Codecs.bytes(), Codecs.bytes(), 1, TAG))
                        .expectNextCount(1)
                        .expectComplete()
                        .verify(TIMEOUT);
                assertThat(seen).containsExactly(3);
            });
        }
    }

    @OnEveryChannel
    @DisplayName("ASK-3 a question that is cancelled once it was taken cancels the handler's subscription")
    void recalled(Ranks ranks) {
        for (int asker : new int[] {0, 1}) {
            CountDownLatch taken = new CountDownLatch(1);
            CountDownLatch cancelled = new CountDownLatch(1);
            Disposable handler = answer(
                            ranks.world(1),
                            number -> Mono.<Integer>never()
                                    .doOnSubscribe(now -> taken.countDown())
                                    .doOnCancel(cancelled::countDown))
                    .subscribe();
            during(handler, () -> {
                Disposable caller = ask(ranks.world(asker), 1, 1).subscribe();
                await(taken);
                caller.dispose();
                await(cancelled);
            });
            meet(ranks);
        }
    }

    private static boolean hasFaults(Ranks ranks) {
        return ranks.settings().asMap().values().stream().anyMatch(value -> value.startsWith("faulty"));
    }

    @OnEveryChannel(timeoutSeconds = 60)
    @DisplayName("ASK-3 20 000 questions that are given up at once keep no rank busy for long, nor does a"
            + " handler that is cancelled with as many under way")
    void manyGivenUp(Ranks ranks) {
        // Connections that break again and again take their time for each of them.
        int many = hasFaults(ranks) ? 200 : 20_000;
        for (boolean byAsker : new boolean[] {true, false}) {
            CountDownLatch taken = new CountDownLatch(many);
            CountDownLatch cancelled = new CountDownLatch(many);
            CountDownLatch failed = new CountDownLatch(byAsker ? 0 : many);
            Disposable handler = ranks.world(1)
                    .answer(
                            INT,
                            INT,
                            TAG,
                            many,
                            number -> Mono.<Integer>never()
                                    .doOnSubscribe(now -> taken.countDown())
                                    .doOnCancel(cancelled::countDown))
                    .subscribe();
            during(handler, () -> {
                Disposable.Composite callers = Disposables.composite();
                for (int number = 0; number < many; number++) {
                    callers.add(ask(ranks.world(0), number, 1).subscribe(answer -> {}, error -> failed.countDown()));
                }
                await(taken);
                (byAsker ? callers : handler).dispose();
                await(cancelled);
                await(failed);
            });
            // Which fails where one of the ranks has been silent for so long that the other has given it up.
            meet(ranks);
        }
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-3 a handler that is cancelled cancels its work; its askers get an error, and later ones the next handler")
    void cancelledHandler(Ranks ranks) throws Exception {
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        Disposable first = ranks.world(1)
                .answer(
                        INT,
                        INT,
                        TAG,
                        1,
                        number -> Mono.<Integer>never()
                                .doOnSubscribe(now -> taken.countDown())
                                .doOnCancel(cancelled::countDown))
                .subscribe();
        Recorder<Integer> under = record(ask(ranks.world(0), 1, 1));
        await(taken);
        Recorder<Integer> waiting = record(ask(ranks.world(0), 2, 1));
        meet(ranks);
        first.dispose();
        await(cancelled);
        assertThat(under.await())
                .singleElement()
                .isInstanceOfSatisfying(
                        AnswerException.class,
                        error -> assertThat(error.type()).isEqualTo("java.util.concurrent.CancellationException"));
        Disposable second =
                answer(ranks.world(1), number -> Mono.just(10 * number)).subscribe();
        try {
            assertThat(waiting.await()).containsExactly(20, "complete");
        } finally {
            second.dispose();
        }
    }

    private static <T> Recorder<T> record(Mono<T> mono) {
        Recorder<T> recorder = new Recorder<>();
        mono.subscribe(recorder);
        recorder.request(1);
        return recorder;
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-4 errors of the handler arrive with their type and message: signalled, thrown, and of a handler that returns null")
    void errors(Ranks ranks) {
        Disposable handler = ranks.world(1)
                .answer(INT, INT, TAG, number -> switch (number) {
                    case 0 -> Mono.error(new java.io.IOException("no ä€😀"));
                    case 1 -> throw new IllegalStateException("thrown");
                    case 2 -> Mono.error(new IllegalArgumentException());
                    case 3 -> null;
                    default -> Mono.just(number);
                })
                .subscribe();
        during(handler, () -> {
            assertError(ask(ranks.world(0), 0, 1), "java.io.IOException", "no ä€😀");
            assertError(ask(ranks.world(0), 1, 1), "java.lang.IllegalStateException", "thrown");
            assertError(ask(ranks.world(0), 2, 1), "java.lang.IllegalArgumentException", "IllegalArgumentException");
            assertError(ask(ranks.world(0), 3, 1), "java.lang.NullPointerException", "the handler returned null");
            assertThat(ask(ranks.world(0), 4, 1).block(TIMEOUT)).isEqualTo(4);
        });
    }

    private static void assertError(Mono<?> asked, String type, String message) {
        StepVerifier.create(asked)
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(AnswerException.class, answer -> {
                            assertThat(answer.type()).isEqualTo(type);
                            assertThat(answer).hasMessageContaining(message);
                            assertThat(answer.errorClass()).isEqualTo(ErrorClass.OTHER);
                        }))
                .verify(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("ASK-4 a handler without a value gives an empty Mono, and of several values the first is the answer")
    void emptyAndMany(Ranks ranks) {
        AtomicInteger cancelled = new AtomicInteger();
        Disposable handler = answer(
                        ranks.world(1),
                        number -> number == 0
                                ? Mono.empty()
                                : Flux.range(5, 3).concatWith(Flux.never()).doOnCancel(cancelled::incrementAndGet))
                .subscribe();
        during(handler, () -> {
            StepVerifier.create(ask(ranks.world(0), 0, 1)).expectComplete().verify(TIMEOUT);
            StepVerifier.create(ask(ranks.world(0), 1, 1))
                    .expectNext(5)
                    .expectComplete()
                    .verify(TIMEOUT);
            assertThat(cancelled).hasValue(1);
        });
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-4 an answer that cannot be read fails with the conversion class, one that is too long with the truncation class")
    void unreadable(Ranks ranks) {
        Disposable handler = ranks.world(1)
                .answer(INT, Codecs.string(), TAG, number -> Mono.just("x".repeat(number)))
                .subscribe();
        during(handler, () -> {
            StepVerifier.create(ask(ranks.world(0), 5, 1))
                    .expectErrorSatisfies(error ->
                            assertThat(((MpiException) error).errorClass()).isEqualTo(ErrorClass.CONVERSION))
                    .verify(TIMEOUT);
            for (int length : new int[] {11, ranks.eagerLimitBytes() + 1}) {
                StepVerifier.create(ranks.world(0).ask(length, INT, Codecs.limited(Codecs.string(), 10), 1, TAG))
                        .expectErrorSatisfies(error -> assertThat(error)
                                .isInstanceOfSatisfying(TruncationException.class, tooLong -> {
                                    assertThat(tooLong.roomBytes()).isEqualTo(10);
                                    assertThat(tooLong.status().lengthBytes()).isEqualTo(length);
                                }))
                        .verify(TIMEOUT);
            }
            StepVerifier.create(ranks.world(0).ask(10, INT, Codecs.limited(Codecs.string(), 10), 1, TAG))
                    .expectNext("x".repeat(10))
                    .expectComplete()
                    .verify(TIMEOUT);
        });
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-4 a question that the handler's codec cannot read, or that is too long for it, is an error of its asker alone")
    void unreadableQuestion(Ranks ranks) {
        Disposable handler = ranks.world(1)
                .answer(Codecs.limited(INT, 8), INT, TAG, Mono::just)
                .subscribe();
        during(handler, () -> {
            assertError(
                    ranks.world(0).ask(new byte[3], Codecs.bytes(), INT, 1, TAG),
                    "org.reactivempi.MpiException",
                    "3 bytes");
            assertError(
                    ranks.world(0).ask(new byte[9], Codecs.bytes(), INT, 1, TAG),
                    "org.reactivempi.TruncationException",
                    "9 bytes");
            assertThat(ask(ranks.world(0), 4, 1).block(TIMEOUT)).isEqualTo(4);
        });
    }

    @OnEveryChannel
    @DisplayName("ASK-5 a question to a rank without a handler waits for one")
    void waitsForAHandler(Ranks ranks) throws Exception {
        Recorder<Integer> asked = record(ask(ranks.world(0), 3, 1));
        meet(ranks);
        assertThat(asked.signals()).isEmpty();
        StepVerifier.create(answer(ranks.world(1), number -> Mono.just(-number)).take(1))
                .expectNextCount(1)
                .expectComplete()
                .verify(TIMEOUT);
        assertThat(asked.await()).containsExactly(-3, "complete");
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "ASK-5 a rank that finalizes ends the questions to it with ProcessFailedException, and a handler goes on for others")
    void finalized(Ranks ranks) throws Exception {
        Disposable handler = answer(ranks.world(0), Mono::just).subscribe();
        assertThat(ask(ranks.world(1), 1, 0).block(TIMEOUT)).isEqualTo(1);
        Recorder<Integer> asked = record(ask(ranks.world(0), 3, 1));
        ranks.session(1).close().block(TIMEOUT);
        assertThat(asked.await())
                .singleElement()
                .isInstanceOfSatisfying(
                        ProcessFailedException.class,
                        lost -> assertThat(lost.rank()).isEqualTo(1));
        during(
                handler,
                () -> assertThat(ask(ranks.world(2), 2, 0).block(TIMEOUT)).isEqualTo(2));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "ASK-5 a rank that fails ends the questions to it, taken or not; those that it asked are cancelled, others go on")
    void failed(Ranks ranks) throws Exception {
        CountDownLatch taken = new CountDownLatch(2);
        CountDownLatch cancelled = new CountDownLatch(1);
        answer(ranks.world(1), number -> Mono.<Integer>never().doOnSubscribe(now -> taken.countDown()))
                .onErrorComplete()
                .subscribe();
        Disposable handler = answer(
                        ranks.world(0),
                        number -> number == 5
                                ? Mono.<Integer>never()
                                        .doOnSubscribe(now -> taken.countDown())
                                        .doOnCancel(cancelled::countDown)
                                : Mono.just(number))
                .subscribe();
        Recorder<Integer> asked = record(ask(ranks.world(0), 3, 1));
        Recorder<Integer> untaken = record(ranks.world(0).ask(3, INT, INT, 1, TAG + 1));
        record(ask(ranks.world(1), 5, 0));
        await(taken);
        ranks.abort(1, "the test").block(TIMEOUT);
        assertThat(asked.await()).singleElement().isInstanceOf(ProcessFailedException.class);
        assertThat(untaken.await()).singleElement().isInstanceOf(ProcessFailedException.class);
        await(cancelled);
        during(
                handler,
                () -> assertThat(ask(ranks.world(2), 2, 0).block(TIMEOUT)).isEqualTo(2));
    }

    @OnEveryChannel
    @DisplayName("ASK-5 questions never meet receives, probes, streams or barriers, and answers neither")
    void apart(Ranks ranks) {
        Communicator zero = ranks.world(0);
        Communicator one = ranks.world(1);
        Recorder<?> received = record(one.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG));
        Recorder<?> back = record(zero.receive(Mpi.ANY_SOURCE, Mpi.ANY_TAG));
        Recorder<?> stream =
                record(one.receiveStream(INT, Mpi.ANY_SOURCE, Mpi.ANY_TAG).next());
        Recorder<?> probe = record(one.probe(Mpi.ANY_SOURCE, Mpi.ANY_TAG));
        Disposable handler = answer(one, Mono::just).subscribe();
        during(handler, () -> {
            assertThat(ask(zero, 1, 1).block(TIMEOUT)).isEqualTo(1);
            meet(ranks);
            assertThat(received.signals()).isEmpty();
            assertThat(back.signals()).isEmpty();
            assertThat(stream.signals()).isEmpty();
            assertThat(probe.signals()).isEmpty();
        });
        List.of(received, back, stream, probe).forEach(Recorder::cancel);
        assertThat(exchange(zero, one, 12)).isEqualTo(12);
    }

    @OnEveryChannel
    @DisplayName("ASK-5 a handler does not get messages or streams with its tag")
    void handlerGetsQuestionsAlone(Ranks ranks) {
        AtomicInteger seen = new AtomicInteger();
        Disposable handler = answer(ranks.world(1), number -> Mono.just(seen.incrementAndGet()))
                .subscribe();
        during(handler, () -> {
            assertThat(exchange(ranks.world(0), ranks.world(1), 5)).isEqualTo(5);
            assertThat(seen).hasValue(0);
        });
    }

    @OnEveryChannel
    @DisplayName("ASK-5 a second handler for a tag is an error, as long as there is the first")
    void secondHandler(Ranks ranks) {
        Disposable first = answer(ranks.world(1), Mono::just).subscribe();
        meet(ranks);
        StepVerifier.create(answer(ranks.world(1), Mono::just))
                .expectErrorSatisfies(error -> {
                    assertThat(((MpiException) error).errorClass()).isEqualTo(ErrorClass.ARG);
                    assertThat(error).hasMessageContaining("tag 7 has a handler on rank 1 already");
                })
                .verify(TIMEOUT);
        StepVerifier.create(ranks.world(1).answer(INT, INT, TAG + 1, Mono::just).take(0))
                .expectComplete()
                .verify(TIMEOUT);
        first.dispose();
        // The first may still take a question until its rank has heard of that.
        meet(ranks);
        StepVerifier.create(answer(ranks.world(1), Mono::just).take(1).then().and(ask(ranks.world(0), 1, 1)))
                .expectComplete()
                .verify(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("ASK-5 wrong ranks, tags and concurrencies fail before anything is sent")
    void arguments(Ranks ranks) {
        Communicator zero = ranks.world(0);
        assertClass(ErrorClass.RANK, zero.ask(1, INT, INT, 2, TAG));
        assertClass(ErrorClass.RANK, zero.ask(1, INT, INT, Mpi.ANY_SOURCE, TAG));
        assertClass(ErrorClass.TAG, zero.ask(1, INT, INT, 1, -3));
        assertClass(ErrorClass.TAG, zero.answer(INT, INT, Mpi.ANY_TAG, Mono::just));
        assertClass(ErrorClass.ARG, zero.answer(INT, INT, TAG, 0, Mono::just));
        StepVerifier.create(zero.ask(1, INT, INT, Mpi.PROC_NULL, TAG))
                .expectComplete()
                .verify(TIMEOUT);
    }

    private static void assertClass(ErrorClass expected, Publisher<?> operation) {
        StepVerifier.create(operation)
                .expectErrorSatisfies(
                        error -> assertThat(((MpiException) error).errorClass()).isEqualTo(expected))
                .verify(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-5 when a communicator is freed, handlers complete and questions that nobody took fail with the comm class")
    void freed(Ranks ranks) throws Exception {
        List<Communicator> dups = Flux.merge(
                        ranks.world(0).dup().map(dup -> List.of(0, dup)),
                        ranks.world(1).dup().map(dup -> List.of(1, dup)))
                .collectSortedList((a, b) -> Integer.compare((Integer) a.get(0), (Integer) b.get(0)))
                .map(pairs ->
                        pairs.stream().map(pair -> (Communicator) pair.get(1)).toList())
                .block(TIMEOUT);
        Recorder<Status> handler = new Recorder<>();
        answer(dups.get(1), Mono::just).subscribe(handler);
        handler.request(5);
        Recorder<Integer> asked = record(dups.get(0).ask(1, INT, INT, 1, TAG + 1));
        Mono.when(dups.get(0).free(), dups.get(1).free()).block(TIMEOUT);
        assertThat(handler.await()).containsExactly("complete");
        assertThat(asked.await())
                .singleElement()
                .satisfies(
                        error -> assertThat(((MpiException) error).errorClass()).isEqualTo(ErrorClass.COMM));
    }

    @OnEveryChannel
    @DisplayName("ASK-5 when a communicator is revoked, handlers and questions end with RevokedException")
    void revoked(Ranks ranks) throws Exception {
        Communicator dup = Mono.zip(ranks.world(0).dup(), ranks.world(1).dup())
                .map(both -> both.getT1())
                .block(TIMEOUT);
        Recorder<Status> handler = new Recorder<>();
        answer(dup, Mono::just).subscribe(handler);
        handler.request(5);
        Recorder<Integer> asked = record(ask(dup, 1, 1));
        dup.failures().revoke().block(TIMEOUT);
        assertThat(handler.await()).singleElement().isInstanceOf(RevokedException.class);
        assertThat(asked.await()).singleElement().isInstanceOf(RevokedException.class);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("ASK-6 the questions of each asker are taken in the order in which it has started them")
    void inOrder(Ranks ranks) {
        int many = 100;
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        Disposable handler = ranks.world(2)
                .answer(INT, INT, TAG, 3, number -> {
                    seen.add(number);
                    return Mono.just(number).publishOn(Schedulers.parallel());
                })
                .subscribe();
        during(handler, () -> {
            Flux.range(0, 2 * many)
                    .flatMap(number -> ask(ranks.world(number % 2), number, 2), 2 * many)
                    .then()
                    .block(TIMEOUT);
            for (int asker = 0; asker < 2; asker++) {
                int first = asker;
                assertThat(seen.stream().filter(number -> number % 2 == first))
                        .containsExactlyElementsOf(IntStream.range(0, many)
                                .map(i -> 2 * i + first)
                                .boxed()
                                .toList());
            }
        });
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-6 a handler has at most as many questions at a time as it says, and takes the next when one is answered")
    void concurrency(Ranks ranks) {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Sinks.One<Integer>> open = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch three = new CountDownLatch(3);
        Disposable handler = ranks.world(1)
                .answer(INT, INT, TAG, 3, number -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    Sinks.One<Integer> sink = Sinks.one();
                    open.add(sink);
                    three.countDown();
                    return sink.asMono().doOnNext(value -> running.decrementAndGet());
                })
                .subscribe();
        during(handler, () -> {
            Mono<Long> answers = Flux.range(0, 10)
                    .flatMap(number -> ask(ranks.world(0), number, 1), 10)
                    .count()
                    .cache();
            Disposable asking = answers.subscribe();
            await(three);
            meet(ranks);
            assertThat(open).hasSize(3);
            for (int answered = 0; answered < 10; answered++) {
                int next = answered;
                while (open.size() <= next) {
                    Thread.onSpinWait();
                }
                open.get(next).tryEmitValue(next);
            }
            assertThat(answers.block(TIMEOUT)).isEqualTo(10);
            assertThat(most).hasValue(3);
            asking.dispose();
        });
    }

    @OnEveryChannel
    @DisplayName("ASK-6 a handler takes no question without demand for its status, and take(n) answers n questions")
    void demand(Ranks ranks) throws Exception {
        Recorder<Status> handler = new Recorder<>();
        answer(ranks.world(1), Mono::just).subscribe(handler);
        Recorder<Integer> first = record(ask(ranks.world(0), 1, 1));
        Recorder<Integer> second = record(ask(ranks.world(0), 2, 1));
        meet(ranks);
        assertThat(first.signals()).isEmpty();
        handler.request(1);
        assertThat(first.await()).containsExactly(1, "complete");
        meet(ranks);
        assertThat(second.signals()).isEmpty();
        handler.request(1);
        assertThat(second.await()).containsExactly(2, "complete");
        handler.request(0);
        assertThat(handler.await()).hasSize(3).last().isInstanceOf(IllegalArgumentException.class);
        StepVerifier.create(answer(ranks.world(1), Mono::just)
                        .take(2)
                        .then()
                        .and(ask(ranks.world(0), 3, 1).repeat(1)))
                .expectComplete()
                .verify(TIMEOUT);
    }

    @OnEveryChannel
    @DisplayName("ASK-6 a handler that is exchanged for another one loses no question that it has not begun")
    void exchanged(Ranks ranks) {
        int many = 200;
        AtomicInteger lost = new AtomicInteger();
        Mono<List<Integer>> answers = Flux.range(0, many)
                .flatMap(
                        number -> ask(ranks.world(0), number, 1).onErrorResume(AnswerException.class, cancelled -> {
                            lost.incrementAndGet();
                            return Mono.just(number);
                        }),
                        many)
                .collectSortedList();
        Mono<Void> handlers = answer(ranks.world(1), Mono::just)
                .take(7)
                .then()
                .repeat()
                .takeUntilOther(answers.doOnNext(all -> assertThat(all)
                        .isEqualTo(IntStream.range(0, many).boxed().toList())))
                .then();
        StepVerifier.create(handlers).expectComplete().verify(TIMEOUT);
        assertThat(lost).hasValue(0);
    }

    @OnEveryChannel
    @DisplayName("ASK-6 a handler's work sees the context of its subscriber, and runs on the progress thread")
    void contextAndThread(Ranks ranks) {
        Mono<String> answer = Mono.deferContextual(context -> Mono.just(
                context.<String>get("who") + Thread.currentThread().getName().startsWith("reactive-mpi")));
        StepVerifier.create(ranks.world(1)
                        .answer(INT, Codecs.string(), TAG, number -> answer)
                        .take(1)
                        .contextWrite(Context.of("who", "me "))
                        .thenMany(Flux.<String>empty())
                        .mergeWith(ranks.world(0).ask(1, INT, Codecs.string(), 1, TAG)))
                .expectNext("me true")
                .expectComplete()
                .verify(TIMEOUT);
    }

    @OnEveryChannel(virtualTime = true, settings = Silence.NO_STALLS)
    @DisplayName("ASK-6 a session that closes lets its handlers answer what they have taken, and then completes them")
    void closing(Ranks ranks) throws Exception {
        Sinks.One<Integer> late = Sinks.one();
        CountDownLatch taken = new CountDownLatch(1);
        Recorder<Status> handler = new Recorder<>();
        answer(ranks.world(1), number -> late.asMono().doOnSubscribe(now -> taken.countDown()))
                .subscribe(handler);
        handler.request(9);
        Recorder<Integer> asked = record(ask(ranks.world(0), 1, 1));
        // Connections with faults need time.
        ranks.time().during(() -> await(taken));
        Silence silence = new Silence();
        Mono<Void> closed = silence.of(ranks.session(1).close());
        Disposable closing = closed.subscribe();
        silence.lasts(ranks);
        late.tryEmitValue(42);
        ranks.time().until(closed);
        assertThat(asked.await()).containsExactly(42, "complete");
        assertThat(handler.await()).hasSize(2).last().isEqualTo("complete");
        closing.dispose();
    }

    @OnEveryChannel
    @DisplayName("ASK-5 a codec that cannot write a question or an answer is an error where it is asked")
    void unwritable(Ranks ranks) {
        Codec<Integer> broken = new Codec<>() {
            @Override
            public SendBuffer encode(Integer value) {
                throw new IllegalStateException("broken");
            }

            @Override
            public Integer decode(java.nio.ByteBuffer payload) {
                return payload.getInt();
            }
        };
        assertClass(ErrorClass.CONVERSION, ranks.world(0).ask(1, broken, INT, 1, TAG));
        Disposable handler = ranks.world(1).answer(INT, broken, TAG, Mono::just).subscribe();
        during(
                handler,
                () -> assertError(
                        ask(ranks.world(0), 1, 1), "org.reactivempi.MpiException", "could not write a value"));
    }
}
