package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.MpiException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Listeners that an application pauses. */
class PausedListenerTest {

    private static final Codec<Integer> INT = Codecs.intValue();
    private static final int SENT = 41;
    private static final int ASKED = 42;
    private static final int STREAM = 43;
    private static final int OF_SOURCE = 44;
    /** For what never comes. */
    private static final Duration SHORT = Duration.ofMillis(20);

    private static void pair(Application.PairTest test) {
        Application.pair((ApplicationContextRunner runner) -> runner.withUserConfiguration(Listeners.class), test);
    }

    @Test
    @DisplayName("a paused listener takes nothing; what has come meanwhile it gets when it goes on, in order")
    void messages() {
        pair(pair -> {
            MpiListeners listeners = pair.one().getBean(MpiListeners.class);
            LinkedBlockingQueue<Integer> seen = pair.one().getBean(Listeners.class).seen;
            assertThat(listeners.ids()).contains("sent", "asked", Listeners.class.getName() + ".stream");
            for (int turn = 0; turn < 3; turn++) {
                Pair.awaitEnd(listeners.pause("sent"));
                assertThat(listeners.isPaused("sent")).isTrue();
                assertThat(listeners.isPaused("asked")).isFalse();
                Pair.awaitEnd(
                        Flux.range(0, 20).concatMap(number -> pair.world(0).send(number, INT, 1, SENT)));
                // Another listener is called meanwhile.
                assertThat(Pair.await(pair.world(0).ask(1, INT, INT, 1, ASKED))).isEqualTo(1);
                assertThat(seen).isEmpty();
                listeners.resume("sent");
                for (int number : IntStream.range(0, 20).toArray()) {
                    assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo(number);
                }
            }
        });
    }

    @Test
    @DisplayName("questions wait, also for streams; a pause completes when what was taken has ended")
    void questions() {
        pair(pair -> {
            MpiListeners listeners = pair.one().getBean(MpiListeners.class);
            Communicator zero = pair.world(0);
            CompletableFuture<Integer> taken = zero.ask(-1, INT, INT, 1, ASKED).toFuture();
            assertThat(pair.one().getBean(Listeners.class).seen.poll(30, TimeUnit.SECONDS))
                    .isEqualTo(-1);
            CompletableFuture<Void> paused = listeners.pause("asked").toFuture();
            String stream = Listeners.class.getName() + ".stream";
            Pair.awaitEnd(listeners.pause(stream));
            CompletableFuture<Integer> waiting = zero.ask(5, INT, INT, 1, ASKED).toFuture();
            CompletableFuture<Integer> first =
                    zero.askStream(7, INT, INT, 1, STREAM).next().toFuture();
            Pair.awaitEnd(zero.barrier().and(pair.world(1).barrier()));
            assertThat(waiting).isNotDone();
            assertThat(first).isNotDone();
            assertThat(paused).isNotDone();
            pair.one().getBean(Listeners.class).late.tryEmitValue(9);
            assertThat(taken.get(30, TimeUnit.SECONDS)).isEqualTo(9);
            paused.get(30, TimeUnit.SECONDS);
            assertThat(waiting).isNotDone();
            listeners.resume("asked");
            listeners.resume(stream);
            assertThat(waiting.get(30, TimeUnit.SECONDS)).isEqualTo(5);
            assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo(7);
        });
    }

    @Test
    @DisplayName(
            "of a listener that is paused for ever, askers give up, which leaves nothing behind, and the application's end waits for nothing")
    void forEver() {
        pair(pair -> {
            MpiListeners listeners = pair.one().getBean(MpiListeners.class);
            String stream = Listeners.class.getName() + ".stream";
            Pair.awaitEnd(listeners.pause("asked").and(listeners.pause(stream)));
            Communicator zero = pair.world(0);
            // More than the listener's concurrency.
            for (int turn = 0; turn < 5; turn++) {
                assertThatThrownBy(() ->
                                Pair.await(zero.ask(-1, INT, INT, 1, ASKED).timeout(SHORT)))
                        .hasCauseInstanceOf(TimeoutException.class);
                assertThatThrownBy(() -> Pair.await(
                                zero.askStream(7, INT, INT, 1, STREAM).next().timeout(SHORT)))
                        .hasCauseInstanceOf(TimeoutException.class);
            }
            listeners.resume("asked");
            assertThat(Pair.await(zero.ask(3, INT, INT, 1, ASKED))).isEqualTo(3);
            assertThat(pair.one().getBean(Listeners.class).seen).isEmpty();

            Pair.awaitEnd(listeners.pause("asked"));
            CompletableFuture<Integer> never = zero.ask(4, INT, INT, 1, ASKED).toFuture();
            pair.one().close();
            assertThat(never)
                    .failsWithin(Pair.LIMIT)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(MpiException.class);
        });
    }

    @Test
    @DisplayName("a pause waits for all that was taken, also before an earlier pause")
    void takenBefore() {
        pair(pair -> {
            MpiListeners listeners = pair.one().getBean(MpiListeners.class);
            CompletableFuture<Integer> taken =
                    pair.world(0).ask(-1, INT, INT, 1, ASKED).toFuture();
            assertThat(pair.one().getBean(Listeners.class).seen.poll(30, TimeUnit.SECONDS))
                    .isEqualTo(-1);
            CompletableFuture<Void> paused = listeners.pause("asked").toFuture();
            listeners.resume("asked");
            CompletableFuture<Void> again = listeners.pause("asked").toFuture();
            Pair.awaitEnd(pair.world(0).barrier().and(pair.world(1).barrier()));
            assertThat(paused).isNotDone();
            assertThat(again).isNotDone();
            pair.one().getBean(Listeners.class).late.tryEmitValue(9);
            assertThat(taken.get(30, TimeUnit.SECONDS)).isEqualTo(9);
            paused.get(30, TimeUnit.SECONDS);
            again.get(30, TimeUnit.SECONDS);
        });
    }

    @Test
    @DisplayName("a bean that is made late listens beside the others of its tag, which go on")
    void madeLate() {
        pair(pair -> {
            assertThat(Pair.await(pair.world(1).ask(3, INT, INT, 1, OF_SOURCE))).isEqualTo(3);
            pair.one().getBean(Late.class);
            assertThat(Pair.await(pair.world(0).ask(4, INT, INT, 1, OF_SOURCE))).isEqualTo(-4);
            assertThat(Pair.await(pair.world(1).ask(5, INT, INT, 1, OF_SOURCE))).isEqualTo(5);
        });
    }

    @Test
    @DisplayName("an id that no listener has is named, with those that there are; one that two have fails the start")
    void ids() {
        pair(pair -> assertThatThrownBy(
                        () -> pair.one().getBean(MpiListeners.class).pause("none"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"none\", but [")
                .hasMessageContaining("asked"));
        Object twice = new Object() {
            @MpiListener(id = "same", tag = 1)
            void one(int number) {}

            @MpiListener(id = "same", tag = 2)
            void two(int number) {}
        };
        Application.alone()
                .withBean("listener", Object.class, () -> twice)
                .run(context ->
                        assertThat(context.getStartupFailure()).hasStackTraceContaining("have the same id, \"same\""));
    }

    static class Late {

        @MpiListener(source = 0, tag = OF_SOURCE)
        Mono<Integer> negated(int number) {
            return Mono.just(-number);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        @Bean
        @Lazy
        Late madeLate() {
            return new Late();
        }

        @MpiListener(source = 1, tag = OF_SOURCE)
        Mono<Integer> ofSource(int number) {
            return Mono.just(number);
        }

        final LinkedBlockingQueue<Integer> seen = new LinkedBlockingQueue<>();
        final Sinks.One<Integer> late = Sinks.one();

        @MpiListener(id = "sent", tag = SENT)
        void sent(int number) {
            seen.add(number);
        }

        @MpiListener(id = "asked", tag = ASKED)
        Mono<Integer> asked(int number) {
            if (number < 0) {
                seen.add(number);
                return late.asMono();
            }
            return Mono.just(number);
        }

        @MpiListener(tag = STREAM)
        Flux<Integer> stream(int number) {
            return Flux.just(number);
        }
    }
}
