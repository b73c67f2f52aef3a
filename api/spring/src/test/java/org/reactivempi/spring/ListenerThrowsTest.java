package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.AnswerException;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.SendBuffer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Listeners and codecs that throw no exception, but an {@link Error}. Reactor itself hands errors of the JVM to no subscriber, and a listener,
 * whose concurrency is 1 here, would wait for ever.
 */
class ListenerThrowsTest {

    private static final Codec<Integer> INT = Codecs.intValue();
    private static final int BLOCKING = 61;
    private static final int CALLED = 62;
    private static final int SUBSCRIBED = 63;
    private static final int READ = 64;
    private static final int WRITTEN = 65;
    private static final int STREAM = 66;
    private static final int STREAMS = 67;
    private static final int RECEIVED = 68;
    private static final int ELSEWHERE = 69;
    private static final int READ_STREAM = 70;
    private static final int WRITTEN_STREAM = 71;

    /** What is sent, or asked, to have one thrown; other numbers are dealt with. */
    private static final List<Supplier<Error>> ERRORS = List.of(
            () -> new AssertionError("an assertion"),
            () -> new StackOverflowError("a stack"),
            () -> new NoClassDefFoundError("a class"));

    private static final int WELL = ERRORS.size();

    private static int orThrown(int number) {
        if (number < WELL) {
            throw ERRORS.get(number).get();
        }
        return number;
    }

    private static void pair(Application.PairTest test) {
        Application.pair((ApplicationContextRunner runner) -> runner.withUserConfiguration(Listeners.class), test);
    }

    @Test
    @DisplayName("of messages, the error handler hears, and the next message is dealt with")
    void messages() {
        pair(pair -> {
            Listeners listeners = pair.one().getBean(Listeners.class);
            for (int tag : new int[] {BLOCKING, CALLED, SUBSCRIBED, READ}) {
                for (int number = 0; number < WELL; number++) {
                    Pair.await(pair.world(0).send(number, INT, 1, tag));
                    assertThat(next(listeners.failures))
                            .contains(ERRORS.get(number).get().getMessage());
                    Pair.await(pair.world(0).send(WELL, INT, 1, tag));
                    assertThat(next(listeners.seen)).isEqualTo("" + WELL);
                }
            }
        });
    }

    static Stream<Arguments> asked() {
        return Stream.of(
                Arguments.of("a method that may block", BLOCKING),
                Arguments.of("a method", CALLED),
                Arguments.of("its Mono", SUBSCRIBED),
                Arguments.of("the codec that reads", READ),
                Arguments.of("the codec that writes", WRITTEN),
                Arguments.of("its Mono, on another scheduler", ELSEWHERE));
    }

    @ParameterizedTest(name = "{0} throws")
    @MethodSource
    @DisplayName("the asker hears of it, and the next question is answered")
    void asked(String what, int tag) {
        pair(pair -> {
            for (int number = 0; number < WELL; number++) {
                int bad = number;
                assertThat(catchThrowable(() -> ask(pair, bad, tag)))
                        .as(what)
                        .isInstanceOf(AnswerException.class)
                        .hasMessageContaining(ERRORS.get(number).get().getMessage());
                assertThat(ask(pair, WELL, tag)).isEqualTo(tag == BLOCKING ? null : WELL);
            }
        });
    }

    private static Integer ask(Pair pair, int number, int tag) {
        return pair.world(0).ask(number, INT, INT, 1, tag).block(Pair.LIMIT);
    }

    @Test
    @DisplayName("the asker of a stream gets the values before it, hears of it, and the next stream is answered")
    void streams() {
        pair(pair -> {
            for (int tag : new int[] {STREAM, WRITTEN_STREAM}) {
                for (int number = 0; number < WELL; number++) {
                    Flux<Integer> bad = pair.world(0).askStream(number, INT, INT, 1, tag);
                    String message = ERRORS.get(number).get().getMessage();
                    assertEndsWith(bad, message);
                    assertThat(Pair.await(pair.world(0)
                                    .askStream(WELL, INT, INT, 1, tag)
                                    .collectList()))
                            .containsExactly(WELL, WELL);
                }
            }
            for (int tag : new int[] {STREAMS, READ_STREAM}) {
                for (int number = 0; number < WELL; number++) {
                    assertEndsWith(
                            pair.world(0).askStreams(Flux.just(WELL, number), INT, INT, 1, tag),
                            ERRORS.get(number).get().getMessage());
                    assertThat(Pair.await(pair.world(0)
                                    .askStreams(Flux.just(WELL, WELL), INT, INT, 1, tag)
                                    .collectList()))
                            .containsExactly(WELL, WELL);
                }
            }
        });
    }

    private static void assertEndsWith(Flux<Integer> asked, String message) {
        Throwable error =
                catchThrowable(() -> assertThat(Pair.await(asked.collectList())).isNull());
        assertThat(error).isInstanceOf(AnswerException.class).hasMessageContaining(message);
        assertThat(Pair.await(asked.onErrorComplete().collectList())).containsExactly(WELL);
    }

    @Test
    @DisplayName("of a stream that was sent, the error handler hears, and the next stream is dealt with")
    void received() {
        pair(pair -> {
            Listeners listeners = pair.one().getBean(Listeners.class);
            for (int number = 0; number < WELL; number++) {
                Flux<Integer> bad = Flux.just(WELL, number).concatWith(Flux.never());
                Pair.awaitEnd(pair.world(0).sendStream(bad, INT, 1, RECEIVED).onErrorComplete());
                assertThat(next(listeners.failures))
                        .contains(ERRORS.get(number).get().getMessage());
                Pair.awaitEnd(pair.world(0).sendStream(Flux.just(WELL), INT, 1, RECEIVED));
                assertThat(next(listeners.seen)).isEqualTo("done");
            }
        });
    }

    private static String next(LinkedBlockingQueue<String> queue) throws InterruptedException {
        String next = queue.poll(30, TimeUnit.SECONDS);
        return next == null ? "nothing in time" : next;
    }

    /** Throws where it reads, or writes. */
    private record Throwing(boolean reads, boolean writes) implements Codec<Integer> {

        @Override
        public SendBuffer encode(Integer value) {
            return INT.encode(writes ? orThrown(value) : value);
        }

        @Override
        public Integer decode(ByteBuffer payload) {
            int value = INT.decode(payload);
            return reads ? orThrown(value) : value;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        final LinkedBlockingQueue<String> failures = new LinkedBlockingQueue<>();
        final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();

        private int dealtWith(int number) {
            seen.add("" + number);
            return number;
        }

        @MpiListener(tag = BLOCKING)
        void blocking(int number) {
            dealtWith(orThrown(number));
        }

        @MpiListener(tag = CALLED)
        Mono<Integer> called(int number) {
            return Mono.just(dealtWith(orThrown(number)));
        }

        @MpiListener(tag = SUBSCRIBED)
        Mono<Integer> subscribed(int number) {
            return Mono.fromSupplier(() -> dealtWith(orThrown(number)));
        }

        @MpiListener(tag = ELSEWHERE)
        Mono<Integer> elsewhere(int number) {
            return Mono.fromSupplier(() -> orThrown(number)).subscribeOn(Schedulers.parallel());
        }

        @MpiListener(tag = READ, codec = "reading")
        Mono<Integer> read(int number) {
            return Mono.just(dealtWith(number));
        }

        @MpiListener(tag = WRITTEN, codec = "writing")
        Mono<Integer> written(int number) {
            return Mono.just(number);
        }

        @MpiListener(tag = STREAM, concurrency = 1)
        Flux<Integer> stream(int number) {
            return Flux.just(WELL, number).map(ListenerThrowsTest::orThrown);
        }

        @MpiListener(tag = WRITTEN_STREAM, concurrency = 1, codec = "writing")
        Flux<Integer> writtenStream(int number) {
            return Flux.just(WELL, number);
        }

        @MpiListener(tag = STREAMS, concurrency = 1)
        Flux<Integer> streams(Flux<Integer> numbers) {
            return numbers.map(ListenerThrowsTest::orThrown);
        }

        @MpiListener(tag = READ_STREAM, concurrency = 1, codec = "reading")
        Flux<Integer> readStream(Flux<Integer> numbers) {
            return numbers;
        }

        @MpiListener(tag = RECEIVED)
        Mono<Void> received(Flux<Integer> numbers) {
            return numbers.map(ListenerThrowsTest::orThrown).then(Mono.fromRunnable(() -> seen.add("done")));
        }

        @Bean
        Codec<Integer> reading() {
            return new Throwing(true, false);
        }

        @Bean
        Codec<Integer> writing() {
            return new Throwing(false, true);
        }

        @Bean
        ListenerErrorHandler handler() {
            return failure -> Mono.fromRunnable(
                    () -> failures.add(String.valueOf(failure.error().getMessage())));
        }
    }
}
