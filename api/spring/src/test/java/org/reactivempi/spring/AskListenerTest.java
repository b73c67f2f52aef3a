package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.AnswerException;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Status;
import org.reactivempi.Tags;
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
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Questions to listeners, and what asks them: the template, and interfaces. */
class AskListenerTest {

    private static final Codec<Integer> INT = Codecs.intValue();
    private static final int SQUARES = 11;
    private static final int NEVER = 12;
    private static final int DONE = 13;
    private static final int ONE_AT_A_TIME = 14;
    private static final int BY_SOURCE = 15;

    private static ApplicationContextRunner with(ApplicationContextRunner runner) {
        return runner.withConfiguration(AutoConfigurations.of(MpiClientAutoConfiguration.class))
                .withPropertyValues("prices.tag=77")
                .withUserConfiguration(Listeners.class);
    }

    private static void pair(Application.PairTest test) {
        Application.pair(AskListenerTest::with, test);
    }

    @Test
    @DisplayName("ASK-1 what a listener returns answers a question, and only a question: a message gets nothing back")
    void onlyAsks() {
        pair(pair -> {
            Communicator zero = pair.world(0);
            assertThat(Pair.await(zero.ask(7, INT, INT, 1, SQUARES))).isEqualTo(49);
            Disposable receive = zero.receive(1, SQUARES).subscribe(message -> {
                throw new AssertionError("a reply to a message: " + message);
            });
            Listeners listeners = pair.one().getBean(Listeners.class);
            Pair.await(zero.send(8, INT, 1, SQUARES));
            assertThat(listeners.seen.poll(30, TimeUnit.SECONDS)).isEqualTo("square 7 of 0");
            assertThat(listeners.seen.poll(30, TimeUnit.SECONDS)).isEqualTo("square 8 of 0");
            assertThat(Pair.await(zero.ask(9, INT, INT, 1, SQUARES))).isEqualTo(81);
            receive.dispose();
        });
    }

    @Test
    @DisplayName(
            "ASK-4 a listener's error arrives at the asker, and at the error handler; one without a value gives an empty Mono")
    void errors() {
        pair(pair -> {
            Communicator zero = pair.world(0);
            Listeners listeners = pair.one().getBean(Listeners.class);
            assertThat(catchThrowable(() -> Pair.await(zero.ask(-1, INT, INT, 1, SQUARES))))
                    .isInstanceOfSatisfying(AnswerException.class, error -> {
                        assertThat(error.type()).isEqualTo("java.lang.IllegalArgumentException");
                        assertThat(error).hasMessage("-1 is negative");
                    });
            assertThat(listeners.failures.poll(30, TimeUnit.SECONDS)).isEqualTo("square 4 -1 is negative");
            assertThat(zero.ask(5, INT, INT, 1, DONE).blockOptional(Pair.LIMIT)).isEmpty();
            assertThat(listeners.seen).contains("done 5");
        });
    }

    @Test
    @DisplayName("ASK-3 a question that is given up cancels what the listener returned")
    void cancelled() {
        pair(pair -> {
            Listeners listeners = pair.one().getBean(Listeners.class);
            Disposable asked = pair.world(0).ask(1, INT, INT, 1, NEVER).subscribe();
            assertThat(listeners.begun.await(30, TimeUnit.SECONDS)).isTrue();
            asked.dispose();
            assertThat(listeners.cancelled.await(30, TimeUnit.SECONDS)).isTrue();
        });
    }

    @Test
    @DisplayName("ASK-6 messages and questions together are as many at a time as the listener's concurrency says")
    void concurrency() {
        pair(pair -> {
            Communicator zero = pair.world(0);
            Mono<Void> messages = Flux.range(0, 20)
                    .flatMap(i -> zero.send(i, INT, 1, ONE_AT_A_TIME), 20)
                    .then();
            Mono<Long> questions = Flux.range(0, 20)
                    .flatMap(i -> zero.ask(i, INT, INT, 1, ONE_AT_A_TIME), 20)
                    .count();
            assertThat(Pair.await(messages.then(questions))).isEqualTo(20);
            assertThat(pair.one().getBean(Listeners.class).mostAtOnce).hasValue(1);
        });
    }

    @Test
    @DisplayName("ASK-5 listeners of one tag for different ranks answer those; another rank is told that nobody does")
    void bySource() {
        pair(pair -> {
            assertThat(Pair.await(pair.world(0).ask(1, INT, Codecs.string(), 1, BY_SOURCE)))
                    .isEqualTo("to zero");
            assertThat(Pair.await(pair.world(1).ask(1, INT, Codecs.string(), 1, BY_SOURCE)))
                    .isEqualTo("to one");
        });
    }

    @Test
    @DisplayName("a tag from the properties, or by its name; the template and an interface ask and send")
    void clients() {
        Application.pair(AskListenerTest::with, pair -> {
            MpiClients clients = pair.one().getBean(MpiClients.class);
            MpiTemplate template = pair.one().getBean(MpiTemplate.class);
            assertThat(Pair.await(template.ask("ACME", Quote.class, 1, 77))).isEqualTo(new Quote("ACME", 4));
            assertThat(Pair.await(template.ask("ACME", Quote.class, 1, Tags.of("quotes"))))
                    .isEqualTo(new Quote("named ACME", 1));
            Quotes quotes = clients.create(Quotes.class);
            assertThat(Pair.await(quotes.price("ACME"))).isEqualTo(new Quote("ACME", 4));
            assertThat(quotes.named(1, "ACME")).isEqualTo(new Quote("named ACME", 1));
            Pair.awaitEnd(quotes.note(3));
            assertThat(pair.one().getBean(Listeners.class).seen.poll(30, TimeUnit.SECONDS))
                    .isEqualTo("done 3");
            assertThat(quotes)
                    .hasToString("the client " + Quotes.class.getName())
                    .isEqualTo(quotes);
            assertThat(catchThrowable(() -> clients.create(Wrong.class))).hasMessageContaining("says no rank");
        });
    }

    record Quote(String symbol, int price) {}

    @MpiClient(rank = 1)
    interface Quotes {

        @MpiAsk("${prices.tag}")
        Mono<Quote> price(String symbol);

        @MpiAsk("quotes")
        Quote named(@MpiRank int rank, String symbol);

        @MpiSend(tag = DONE)
        Mono<Void> note(int number);
    }

    @MpiClient
    interface Wrong {

        @MpiAsk(tag = 5)
        Mono<Quote> quote(String symbol);
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();
        final LinkedBlockingQueue<String> failures = new LinkedBlockingQueue<>();
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch cancelled = new CountDownLatch(1);
        final AtomicInteger atOnce = new AtomicInteger();
        final AtomicInteger mostAtOnce = new AtomicInteger();

        @MpiListener(tag = SQUARES)
        Mono<Integer> square(int number, Status status) {
            if (number < 0) {
                return Mono.error(new IllegalArgumentException(number + " is negative"));
            }
            seen.add("square " + number + " of " + status.source());
            return Mono.just(number * number);
        }

        @MpiListener(tag = NEVER)
        Mono<Integer> never(int number) {
            return Mono.<Integer>never().doOnSubscribe(now -> begun.countDown()).doOnCancel(cancelled::countDown);
        }

        @MpiListener(tag = DONE)
        void done(int number) {
            seen.add("done " + number);
        }

        @MpiListener(tag = ONE_AT_A_TIME)
        Mono<Integer> oneAtATime(int number) {
            return Mono.fromSupplier(() -> {
                        mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                        return number;
                    })
                    .publishOn(reactor.core.scheduler.Schedulers.parallel())
                    .doOnNext(done -> atOnce.decrementAndGet());
        }

        @MpiListener(source = 0, tag = BY_SOURCE)
        Mono<String> zero(int number) {
            return Mono.just("to zero");
        }

        @MpiListener(source = 1, tag = BY_SOURCE)
        Mono<String> one(int number) {
            return Mono.just("to one");
        }

        @MpiListener("${prices.tag}")
        Mono<Quote> price(String symbol) {
            return Mono.just(new Quote(symbol, symbol.length()));
        }

        @MpiListener("quotes")
        Mono<Quote> named(String symbol) {
            return Mono.just(new Quote("named " + symbol, 1));
        }

        @Bean
        ListenerErrorHandler handler() {
            return failure ->
                    Mono.fromRunnable(() -> failures.add(failure.method().getName() + " "
                            + failure.message().orElseThrow().lengthBytes() + " "
                            + failure.error().getMessage()));
        }
    }
}
