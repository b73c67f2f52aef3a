package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.AnswerException;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.MpiException;
import org.reactivempi.spring.autoconfigure.MpiClientAutoConfiguration;
import org.reactivempi.spring.client.MpiAsk;
import org.reactivempi.spring.client.MpiClient;
import org.reactivempi.spring.client.MpiClients;
import org.reactivempi.spring.client.MpiRank;
import org.reactivempi.spring.client.MpiSend;
import org.reactivempi.spring.client.MpiTemplate;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Streams that are asked of listeners, and what asks for them: the template, and interfaces. */
class StreamListenerTest {

    private static final Codec<Integer> INT = Codecs.intValue();
    private static final int FROM = 21;
    private static final int TWO_AT_ONCE = 22;
    private static final int DOUBLED = 23;
    private static final int TEXTS = 24;
    private static final int VALUE = 25;
    private static final int NOBODY = 26;

    private static ApplicationContextRunner with(ApplicationContextRunner runner) {
        return runner.withConfiguration(AutoConfigurations.of(MpiClientAutoConfiguration.class))
                .withUserConfiguration(Listeners.class);
    }

    private static List<Integer> range(int first, int count) {
        return IntStream.range(first, first + count).boxed().toList();
    }

    private static void pair(Application.PairTest test) {
        Application.pair(StreamListenerTest::with, test);
    }

    @Test
    @DisplayName("ASK-8 a listener's Flux answers each asker by a stream of its own, and takes no messages")
    void onlyAsks() {
        pair(pair -> {
            Communicator zero = pair.world(0);
            Pair.await(zero.send(100, INT, 1, FROM));
            Flux<Boolean> own = Flux.range(0, 50)
                    .flatMap(
                            first -> zero.askStream(first, INT, INT, 1, FROM)
                                    .take(20)
                                    .collectList()
                                    .map(list -> list.equals(range(first, 20))),
                            50);
            assertThat(Pair.await(own.all(isOwn -> isOwn))).isTrue();
            assertThat(Pair.await(pair.world(1).receive(INT, 0, FROM))).isEqualTo(100);
        });
    }

    @Test
    @DisplayName(
            "ASK-11 a value asked of a listener that answers by a stream is an error on both sides' words, and the other way round")
    void otherForm() {
        pair(pair -> {
            Communicator zero = pair.world(0);
            assertThat(catchThrowable(() -> Pair.await(zero.ask(1, INT, INT, 1, FROM))))
                    .isInstanceOf(MpiException.class)
                    .hasMessageEndingWith("by answerStream");
            assertThat(catchThrowable(() -> Pair.awaitEnd(zero.askStream(1, INT, INT, 1, VALUE))))
                    .isInstanceOf(MpiException.class)
                    .hasMessageEndingWith("by answer");
            assertThat(Pair.await(zero.ask(1, INT, INT, 1, VALUE))).isEqualTo(1);
            assertThat(Pair.await(zero.askStream(1, INT, INT, 1, FROM).take(2).collectList()))
                    .containsExactly(1, 2);
        });
    }

    @Test
    @DisplayName("ASK-8 a stream asked of a rank without a listener waits, and fails with the rank's end")
    void nobody() {
        pair(pair -> {
            CompletableFuture<Integer> first =
                    pair.world(0).askStream(1, INT, INT, 1, NOBODY).next().toFuture();
            Pair.awaitEnd(pair.world(0).barrier().and(pair.world(1).barrier()));
            assertThat(first).isNotDone();
            pair.one().close();
            assertThat(first)
                    .failsWithin(Pair.LIMIT)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(MpiException.class);
        });
    }

    @Test
    @DisplayName("ASK-10 readers that leave give a listener's places back, and cancel its Flux")
    void places() {
        pair(pair -> {
            Listeners listeners = pair.one().getBean(Listeners.class);
            for (int turn = 0; turn < 5; turn++) {
                List<Disposable> readers = Flux.range(0, 4)
                        .map(number -> pair.world(0)
                                .askStream(number, INT, INT, 1, TWO_AT_ONCE)
                                .subscribe())
                        .collectList()
                        .block();
                assertThat(listeners.begun.tryAcquire(2, 30, TimeUnit.SECONDS)).isTrue();
                readers.forEach(Disposable::dispose);
                assertThat(listeners.cancelled.tryAcquire(2, 30, TimeUnit.SECONDS))
                        .isTrue();
                // The other two may have come in their place before they were withdrawn.
                int late = listeners.begun.drainPermits();
                assertThat(listeners.cancelled.tryAcquire(late, 30, TimeUnit.SECONDS))
                        .isTrue();
            }
        });
    }

    @Test
    @DisplayName("ASK-9 a listener's error comes after the values before it, and goes to the error handler")
    void errors() {
        pair(pair -> {
            Listeners listeners = pair.one().getBean(Listeners.class);
            Flux<Integer> asked = pair.world(0).askStream(-2, INT, INT, 1, FROM);
            assertThat(Pair.await(asked.onErrorComplete().collectList())).containsExactly(-2, -1);
            assertThat(listeners.failures.poll(30, TimeUnit.SECONDS)).isEqualTo("from: no more");
            assertThat(catchThrowable(() -> Pair.awaitEnd(asked)))
                    .isInstanceOfSatisfying(
                            AnswerException.class,
                            error -> assertThat(error.type()).isEqualTo(IllegalStateException.class.getName()));
        });
    }

    @Test
    @DisplayName(
            "ASK-11 a listener from a Flux to a Flux answers streams, of any source; the template and an interface ask")
    void clients() {
        pair(pair -> {
            MpiTemplate template = pair.one().getBean(MpiTemplate.class);
            assertThat(Pair.await(template.askStreams(Flux.range(0, 100), Integer.class, Integer.class, 1, DOUBLED)
                            .collectList()))
                    .isEqualTo(range(0, 100).stream().map(i -> 2 * i).toList());
            assertThat(Pair.await(template.askStream(3, Integer.class, 1, FROM)
                            .take(2)
                            .collectList()))
                    .containsExactly(3, 4);
            assertThat(Pair.await(template.askStream(2, new ParameterizedTypeReference<List<String>>() {}, 1, TEXTS)
                            .collectList()))
                    .containsExactly(List.of("0"), List.of("1"));

            Numbers numbers = pair.one().getBean(MpiClients.class).create(Numbers.class);
            assertThat(Pair.await(numbers.from(5).take(3).collectList())).containsExactly(5, 6, 7);
            assertThat(Pair.await(numbers.doubled(1, Flux.just(1, 2)).collectList()))
                    .containsExactly(2, 4);
            Pair.awaitEnd(numbers.send(Flux.just(1, 2)).and(pair.world(1).receiveStream(INT, 1, 30)));
            assertThat(catchThrowable(() -> pair.one().getBean(MpiClients.class).create(Wrong.class)))
                    .hasMessageContaining("asks a Flux, and returns")
                    .hasMessageContaining("instead of a Flux");
        });
    }

    @MpiClient(rank = 1)
    interface Numbers {

        @MpiAsk(tag = FROM)
        Flux<Integer> from(int first);

        @MpiAsk(tag = DOUBLED)
        Flux<Integer> doubled(@MpiRank int rank, Flux<Integer> numbers);

        @MpiSend(tag = 30)
        Mono<Void> send(Flux<Integer> numbers);
    }

    @MpiClient(rank = 1)
    interface Wrong {

        @MpiAsk(tag = DOUBLED)
        Mono<Integer> doubled(Flux<Integer> numbers);
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        final Semaphore begun = new Semaphore(0);
        final Semaphore cancelled = new Semaphore(0);
        final LinkedBlockingQueue<String> failures = new LinkedBlockingQueue<>();

        @MpiListener(tag = FROM)
        Flux<Integer> from(int first) {
            return first < 0
                    ? Flux.range(first, -first).concatWith(Flux.error(new IllegalStateException("no more")))
                    : Flux.range(first, Integer.MAX_VALUE - first);
        }

        @MpiListener(tag = TWO_AT_ONCE, concurrency = 2)
        Flux<Integer> endless(int number) {
            return Flux.just(number)
                    .concatWith(Mono.never())
                    .doOnSubscribe(now -> begun.release())
                    .doOnCancel(cancelled::release);
        }

        @MpiListener(tag = DOUBLED)
        Flux<Integer> doubled(Flux<Integer> numbers) {
            return numbers.map(number -> 2 * number);
        }

        @MpiListener(tag = TEXTS)
        Flux<List<String>> texts(int count) {
            return Flux.range(0, count).map(number -> List.of(Integer.toString(number)));
        }

        @MpiListener(tag = VALUE)
        Mono<Integer> value(int number) {
            return Mono.just(number);
        }

        @Bean
        ListenerErrorHandler handler() {
            return failure -> Mono.fromRunnable(() -> failures.add(
                    failure.method().getName() + ": " + failure.error().getMessage()));
        }
    }
}
