package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.AnswerException;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What listeners fail on for good. */
class DeadLetterTest {

    private static final Codec<Integer> INT = Codecs.intValue();
    private static final int SENT = 51;
    private static final int ASKED = 52;
    private static final int OTHER = 53;
    private static final int STREAM = 54;
    private static final int SENT_ON = 55;
    private static final int DEAD = 56;

    private static void pair(Class<?> handlers, Application.PairTest test) {
        Application.pair(
                (ApplicationContextRunner runner) -> runner.withUserConfiguration(Listeners.class, handlers), test);
    }

    private static String next(LinkedBlockingQueue<String> queue) throws InterruptedException {
        return queue.poll(30, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName(
            "a message goes to the dead-letter handler when its attempts are over, once, and not to the error handler")
    void message() {
        pair(OneHandler.class, pair -> {
            OneHandler handler = pair.one().getBean(OneHandler.class);
            Pair.await(pair.world(0).send(7, INT, 1, SENT));
            assertThat(next(handler.letters)).isEqualTo("sent: 7 of 0, attempt 3");
            assertThat(pair.one().getBean(Listeners.class).attempts).hasValue(3);
            assertThat(handler.letters).isEmpty();
            assertThat(handler.errors).isEmpty();
        });
    }

    @Test
    @DisplayName("a question goes there as well, and its error to the asker")
    void question() {
        pair(OneHandler.class, pair -> {
            OneHandler handler = pair.one().getBean(OneHandler.class);
            assertThat(catchThrowable(() -> Pair.await(pair.world(0).ask(8, INT, INT, 1, ASKED))))
                    .isInstanceOf(AnswerException.class)
                    .hasMessage("attempt 1");
            assertThat(next(handler.letters)).isEqualTo("asked: 8 of 0, attempt 1");
        });
    }

    @Test
    @DisplayName("a stream is no letter: its error goes to the error handler")
    void stream() {
        pair(OneHandler.class, pair -> {
            OneHandler handler = pair.one().getBean(OneHandler.class);
            Pair.awaitEnd(pair.world(0).sendStream(Flux.just(1), INT, 1, STREAM).onErrorComplete());
            assertThat(next(handler.errors)).isEqualTo("stream: a stream: attempt 1");
            assertThat(handler.letters).isEmpty();
        });
    }

    @Test
    @DisplayName("a letter whose handler fails goes to the error handler, and the listener goes on")
    void failingHandler() {
        pair(OneHandler.class, pair -> {
            OneHandler handler = pair.one().getBean(OneHandler.class);
            for (int turn = 0; turn < 2; turn++) {
                Pair.await(pair.world(0).send(-1, INT, 1, ASKED));
                assertThat(next(handler.letters)).startsWith("asked: -1 of 0");
                assertThat(next(handler.errors)).startsWith("asked: a message: attempt");
            }
        });
    }

    @Test
    @DisplayName("a listener names one of several handlers; those that name none have the error handler then")
    void named() {
        pair(TwoHandlers.class, pair -> {
            TwoHandlers handlers = pair.one().getBean(TwoHandlers.class);
            Pair.await(pair.world(0).send(5, INT, 1, OTHER));
            assertThat(next(handlers.own)).isEqualTo("other");
            Pair.await(pair.world(0).send(6, INT, 1, ASKED));
            assertThat(next(handlers.errors)).isEqualTo("asked");
            assertThat(handlers.own).isEmpty();
        });
    }

    @Test
    @DisplayName("a handler sends a message on as it has come, to a rank and tag")
    void sendingTo() {
        pair(TwoHandlers.class, pair -> {
            Pair.await(pair.world(0).send(99, INT, 1, SENT_ON));
            assertThat(Pair.await(pair.world(0).receive(INT, 1, DEAD))).isEqualTo(99);
        });
    }

    @Test
    @DisplayName("a handler that is not there, or that is named for streams, fails the start")
    void unusable() {
        assertUnusable(
                new Object() {
                    @MpiListener(tag = 1, deadLetters = "none")
                    void named(int number) {}
                },
                "named has no dead-letter handler: No bean named 'none'");
        assertUnusable(
                new Object() {
                    @MpiListener(tag = 1, deadLetters = "none")
                    Mono<Void> streams(Flux<Integer> numbers) {
                        return numbers.then();
                    }
                },
                "streams has deadLetters \"none\", and takes streams, which are no letters");
    }

    private static void assertUnusable(Object bean, String message) {
        Application.alone()
                .withBean("listener", Object.class, () -> bean)
                .run(context -> assertThat(context.getStartupFailure()).hasStackTraceContaining(message));
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        final AtomicInteger attempts = new AtomicInteger();

        private IllegalStateException failure() {
            return new IllegalStateException("attempt " + attempts.incrementAndGet());
        }

        @MpiListener(tag = SENT, attempts = 3, backOff = "1ms")
        void sent(int number) {
            throw failure();
        }

        @MpiListener(tag = ASKED)
        Mono<Integer> asked(int number) {
            return Mono.error(this::failure);
        }

        @MpiListener(tag = STREAM)
        Mono<Void> stream(Flux<Integer> numbers) {
            return numbers.then(Mono.error(this::failure));
        }
    }

    /** One of each kind. */
    @Configuration(proxyBeanMethods = false)
    static class OneHandler {

        final LinkedBlockingQueue<String> letters = new LinkedBlockingQueue<>();
        final LinkedBlockingQueue<String> errors = new LinkedBlockingQueue<>();

        @Bean
        DeadLetterHandler letters() {
            return letter -> {
                int number = letter.message().as(INT);
                letters.add(letter.method().getName() + ": " + number + " of "
                        + letter.message().status().source() + ", "
                        + letter.error().getMessage());
                return number < 0 ? Mono.error(new IllegalStateException("no room")) : Mono.empty();
            };
        }

        @Bean
        ListenerErrorHandler errors() {
            return failure ->
                    Mono.fromRunnable(() -> errors.add(failure.method().getName() + ": "
                            + failure.message().map(message -> "a message").orElse("a stream") + ": "
                            + failure.error().getMessage()));
        }
    }

    /** Two for letters. */
    @Configuration(proxyBeanMethods = false)
    static class TwoHandlers {

        final LinkedBlockingQueue<String> own = new LinkedBlockingQueue<>();
        final LinkedBlockingQueue<String> errors = new LinkedBlockingQueue<>();

        @Bean
        DeadLetterHandler own() {
            return letter -> Mono.fromRunnable(() -> own.add(letter.method().getName()));
        }

        @Bean
        DeadLetterHandler sentOn(Communicator world) {
            return DeadLetterHandler.sendingTo(world, 0, DEAD);
        }

        @Bean
        ListenerErrorHandler errors() {
            return failure ->
                    Mono.fromRunnable(() -> errors.add(failure.method().getName()));
        }

        @MpiListener(tag = OTHER, deadLetters = "own")
        void other(int number) {
            throw new IllegalStateException("other");
        }

        @MpiListener(tag = SENT_ON, deadLetters = "sentOn")
        void sentOn(int number) {
            throw new IllegalStateException("sent on");
        }
    }
}
