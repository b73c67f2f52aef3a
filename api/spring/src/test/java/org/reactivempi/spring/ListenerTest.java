package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.ints;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.Status;
import org.reactivempi.spring.codec.MpiCodecs;
import org.reactivempi.transport.fixtures.FreePorts;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Methods of beans are called with what comes, and answer. Rank 1 listens, rank 0 sends. */
class ListenerTest {

    private static final int VALUES = 1;
    private static final int MESSAGES = 2;
    private static final int QUESTIONS = 3;
    private static final int NUMBERS = 4;
    private static final int STREAMS = 5;
    private static final int FAILING = 6;
    private static final int SLOW = 7;
    private static final int SIDE = 8;
    private static final int ANSWERS = 9;
    private static final Codec<Integer> INT = Codecs.intValue();

    record Point(int x, String name) {}

    private static void pair(Application.PairTest test) {
        Application.pair(runner -> runner.withUserConfiguration(Listeners.class), test);
    }

    private static Mono<Integer> answer(Communicator world, int tag) {
        return world.receive(1, tag).map(message -> message.as(INT));
    }

    @Test
    @DisplayName("a value and its status, by Spring's JSON; a message as it is; in the order in which they were sent")
    void values() {
        pair(pair -> {
            Codec<Point> json = pair.zero().getBean(MpiCodecs.class).of(Point.class);
            Communicator zero = pair.world(0);
            Pair.awaitEnd(Flux.range(0, 20)
                    .concatMap(i -> zero.isend(json.encode(new Point(i, "n" + i)), 1, VALUES))
                    .then(zero.isend(ints(1, 2, 3), 1, MESSAGES)));
            Listeners listeners = pair.one().getBean(Listeners.class);

            for (int i = 0; i < 20; i++) {
                assertThat(listeners.values.poll(30, TimeUnit.SECONDS))
                        .isEqualTo("Point[x=" + i + ", name=n" + i + "] of 0");
            }
            assertThat(listeners.messages.poll(30, TimeUnit.SECONDS)).isEqualTo("12 bytes");
        });
    }

    @Test
    @DisplayName(
            "a method that may block is called on a virtual thread where the application wants those, and the JDK has them")
    void virtualThreads() {
        Application.pair(
                runner -> runner.withUserConfiguration(Threads.class)
                        .withPropertyValues("spring.threads.virtual.enabled=true"),
                pair -> {
                    Pair.await(pair.world(0).isend(INT.encode(1), 1, QUESTIONS));
                    String name = pair.one().getBean(Threads.class).names.poll(30, TimeUnit.SECONDS);
                    assertThat(name.startsWith("reactive-mpi-listener-"))
                            .as(name)
                            .isEqualTo(Runtime.version().feature() >= 21);
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class Threads {

        final LinkedBlockingQueue<String> names = new LinkedBlockingQueue<>();

        @MpiListener(tag = QUESTIONS)
        void called(int number) {
            names.add(Thread.currentThread().getName());
        }
    }

    @Test
    @DisplayName("under a replyTag a Mono is sent back as a message, a Flux as a stream")
    void replies() {
        pair(pair -> {
            Communicator zero = pair.world(0);

            assertThat(Pair.await(zero.isend(INT.encode(20), 1, QUESTIONS).then(answer(zero, ANSWERS))))
                    .isEqualTo(21);
            assertThat(Pair.await(zero.isend(INT.encode(4), 1, NUMBERS)
                            .thenMany(zero.receiveStream(INT, 1, NUMBERS))
                            .collectList()))
                    .isEqualTo(List.of(0, 1, 2, 3));
        });
    }

    @Test
    @DisplayName("a stream is answered by a stream, and demand crosses both: what is not asked for is not made")
    void streams() {
        pair(pair -> {
            Communicator zero = pair.world(0);
            AtomicInteger made = new AtomicInteger();
            Flux<Integer> endless = Flux.<Integer, Integer>generate(() -> 0, (i, sink) -> {
                made.incrementAndGet();
                sink.next(i);
                return i + 1;
            });
            Flux<Integer> doubled = zero.receiveStream(INT, 1, STREAMS, 0);
            Mono<Void> sending = zero.sendStream(endless, INT, 1, STREAMS);

            StepVerifier.create(doubled.mergeWith(sending.then(Mono.empty())), 10)
                    .expectNext(0, 2, 4, 6, 8, 10, 12, 14, 16, 18)
                    .thenCancel()
                    .verify(Pair.LIMIT);
            assertThat(made.get()).isLessThan(200);
        });
    }

    @Test
    @DisplayName("an error goes to the handler, with the method and the message, and the listener goes on")
    void errors() {
        pair(pair -> {
            Communicator zero = pair.world(0);
            Listeners listeners = pair.one().getBean(Listeners.class);
            Pair.awaitEnd(Flux.just(1, 2, 3)
                    .concatMap(i -> zero.isend(INT.encode(i), 1, FAILING))
                    .then(zero.isend(ints(1, 2), 1, FAILING)));

            assertThat(listeners.failures.poll(30, TimeUnit.SECONDS)).isEqualTo("failing 4 odd 1");
            assertThat(listeners.failures.poll(30, TimeUnit.SECONDS)).isEqualTo("failing 4 odd 3");
            assertThat(listeners.failures.poll(30, TimeUnit.SECONDS))
                    .isEqualTo("failing 8 payload of 8 bytes is no INT, which has 4");
            assertThat(listeners.values.poll(30, TimeUnit.SECONDS)).isEqualTo("even 2");
        });
    }

    @Test
    @DisplayName("as many messages as the concurrency says are dealt with at once, and no more")
    void concurrency() {
        pair(pair -> {
            Communicator zero = pair.world(0);
            Listeners listeners = pair.one().getBean(Listeners.class);
            Mono<Void> sending = Flux.range(0, 12)
                    .concatMap(i -> zero.isend(INT.encode(i), 1, SLOW))
                    .then();
            Pair.awaitEnd(sending);

            assertThat(listeners.threeAtOnce.await(30, TimeUnit.SECONDS)).isTrue();
            listeners.goOn.countDown();
            for (int i = 0; i < 12; i++) {
                assertThat(listeners.values.poll(30, TimeUnit.SECONDS)).startsWith("slow");
            }
            assertThat(listeners.mostAtOnce.get()).isEqualTo(3);
        });
    }

    @Test
    @DisplayName("a listener of another communicator, with a codec that it names")
    void communicatorAndCodec() {
        Application.alone().withUserConfiguration(Side.class).run(context -> {
            Communicator side = context.getBean("side", Communicator.class);
            Side listener = context.getBean(Side.class);
            Pair.awaitEnd(side.isend(Codecs.string().encode("olleh"), 0, SIDE));

            assertThat(listener.heard.poll(30, TimeUnit.SECONDS)).isEqualTo("hello");
        });
    }

    @Test
    @DisplayName("the application's end waits for what is under way, and takes nothing new")
    void graceful() {
        pair(pair -> {
            Communicator zero = pair.world(0);
            Listeners listeners = pair.one().getBean(Listeners.class);
            Pair.awaitEnd(Flux.range(0, 3).concatMap(i -> zero.isend(INT.encode(i), 1, SLOW)));
            assertThat(listeners.threeAtOnce.await(30, TimeUnit.SECONDS)).isTrue();

            Thread closing = new Thread(pair.one()::close);
            closing.start();
            listeners.goOn.countDown();
            closing.join(TimeUnit.SECONDS.toMillis(30));

            assertThat(closing.isAlive()).isFalse();
            assertThat(listeners.values).hasSize(3);
        });
    }

    @Test
    @DisplayName("a listener for any source goes on when a rank has gone")
    void lossOfARank() {
        String peers = FreePorts.peers(3);
        Application.rank(peers, 1)
                .withUserConfiguration(Listeners.class)
                .run(one -> Application.rank(peers, 2)
                        .run(two -> Application.rank(peers, 0).run(zero -> {
                            Listeners listeners = one.getBean(Listeners.class);
                            Communicator gone = Application.world(two);
                            Pair.awaitEnd(gone.isend(INT.encode(2), 1, FAILING));
                            assertThat(listeners.values.poll(30, TimeUnit.SECONDS))
                                    .isEqualTo("even 2");
                            ((org.reactivempi.core.session.CoreSession) two.getBean(org.reactivempi.Session.class))
                                    .abort("gone")
                                    .block(Pair.LIMIT);
                            Application.world(one)
                                    .failures()
                                    .failed()
                                    .filter(failed -> failed.size() == 1)
                                    .repeatWhenEmpty(
                                            1000, again -> again.delayElements(java.time.Duration.ofMillis(20)))
                                    .block(Pair.LIMIT);
                            Pair.awaitEnd(Application.world(zero).isend(INT.encode(4), 1, FAILING));

                            assertThat(listeners.values.poll(30, TimeUnit.SECONDS))
                                    .isEqualTo("even 4");
                        })));
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        final LinkedBlockingQueue<String> values = new LinkedBlockingQueue<>();
        final LinkedBlockingQueue<String> messages = new LinkedBlockingQueue<>();
        final LinkedBlockingQueue<String> failures = new LinkedBlockingQueue<>();
        final CountDownLatch threeAtOnce = new CountDownLatch(3);
        final CountDownLatch goOn = new CountDownLatch(1);
        final AtomicInteger atOnce = new AtomicInteger();
        final AtomicInteger mostAtOnce = new AtomicInteger();

        @MpiListener(source = 0, tag = VALUES)
        void value(Point point, Status status) {
            values.add(point + " of " + status.source());
        }

        @MpiListener(tag = MESSAGES)
        Mono<Void> message(Message message) {
            return Mono.fromRunnable(() -> messages.add(message.lengthBytes() + " bytes"));
        }

        @MpiListener(tag = QUESTIONS, replyTag = ANSWERS)
        Mono<Integer> next(int question) {
            return Mono.just(question + 1);
        }

        @MpiListener(tag = NUMBERS, replyTag = NUMBERS)
        Flux<Integer> numbers(int count) {
            return Flux.range(0, count);
        }

        @MpiListener(source = 0, tag = STREAMS)
        Flux<Integer> doubled(Flux<Integer> numbers) {
            return numbers.map(each -> 2 * each);
        }

        @MpiListener(tag = FAILING)
        void failing(int value) {
            if (value % 2 == 1) {
                throw new IllegalStateException("odd " + value);
            }
            values.add("even " + value);
        }

        @MpiListener(tag = SLOW, concurrency = 3)
        void slow(int value) throws InterruptedException {
            mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            threeAtOnce.countDown();
            goOn.await();
            atOnce.decrementAndGet();
            values.add("slow " + value);
        }

        @Bean
        ListenerErrorHandler handler() {
            return failure ->
                    Mono.fromRunnable(() -> failures.add(failure.method().getName() + " "
                            + failure.message().orElseThrow().lengthBytes() + " "
                            + failure.error().getMessage()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Side {

        final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();

        @Bean(destroyMethod = "")
        Communicator side(Communicator world) {
            return Pair.await(world.dup());
        }

        @Bean
        Codec<String> backwards() {
            return new Codec<>() {

                @Override
                public org.reactivempi.SendBuffer encode(String value) {
                    return Codecs.string()
                            .encode(new StringBuilder(value).reverse().toString());
                }

                @Override
                public String decode(java.nio.ByteBuffer payload) {
                    return new StringBuilder(Codecs.string().decode(payload))
                            .reverse()
                            .toString();
                }
            };
        }

        @MpiListener(communicator = "side", tag = SIDE, codec = "backwards")
        void hear(String text) {
            heard.add(text);
        }
    }
}
