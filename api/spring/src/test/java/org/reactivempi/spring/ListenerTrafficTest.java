package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.spring.RandomListeners.ANSWERING;
import static org.reactivempi.spring.RandomListeners.ANSWERS;
import static org.reactivempi.spring.RandomListeners.BLOCKING;
import static org.reactivempi.spring.RandomListeners.MESSAGES;
import static org.reactivempi.spring.RandomListeners.MOST_ANSWERING;
import static org.reactivempi.spring.RandomListeners.MOST_MESSAGES;
import static org.reactivempi.spring.RandomListeners.MOST_STREAMS;
import static org.reactivempi.spring.RandomListeners.STREAMS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.Mpi;
import org.reactivempi.spring.listener.ListenerContainer;
import org.reactivempi.transport.fixtures.FreePorts;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Random traffic of three ranks to listeners of rank 1, which stop in the middle of it. A few seeds in the build; one, to see its
 * failure again, with {@code fuzz.seed}.
 */
class ListenerTrafficTest {

    private static final String SEED = "fuzz.seed";
    private static final int RUNS = 16;
    private static final int RANKS = 3;
    private static final int LISTENER = 1;
    private static final int OF_EACH = 80;
    private static final int STREAMS_OF_EACH = 12;
    private static final int KINDS = 3;
    private static final int LONGEST_MICROS = 3000;
    private static final int MOST_AT_ONCE = 6;
    /** Longer than an eager message. */
    private static final int LONG = 30_000;

    private static final int LAST = -1;
    private static final Codec<int[]> INTS = Codecs.ints();
    private static final Codec<Integer> INT = Codecs.intValue();

    static int number(Message message) {
        return message.as(INTS)[0];
    }

    /** The number of a stream that is whole. */
    static int stream(List<Integer> values) {
        int number = values.get(0);
        assertThat(values).isEqualTo(values(number));
        return number;
    }

    private static List<Integer> values(int number) {
        return IntStream.rangeClosed(number, number + number % 4).boxed().toList();
    }

    @Test
    @DisplayName(
            "each message and stream is dealt with once, or stays; no more at once than allowed; each answer comes; the end waits")
    void randomTraffic() {
        Long seed = Long.getLong(SEED);
        int left = (seed == null ? LongStream.range(0, RUNS) : LongStream.of(seed))
                .mapToInt(ListenerTrafficTest::run)
                .sum();
        assertThat(left).as("messages that stayed").isPositive();
    }

    private static int run(long seed) {
        Traffic traffic = new Traffic(seed);
        try {
            String peers = FreePorts.peers(RANKS);
            Application.rank(peers, 0)
                    .run(zero -> Application.rank(peers, 2)
                            .run(two -> Application.rank(peers, LISTENER)
                                    .withPropertyValues(traffic.properties())
                                    .withUserConfiguration(RandomListeners.class)
                                    .run(one -> traffic.check(
                                            one,
                                            List.of(
                                                    Application.world(zero),
                                                    Application.world(one),
                                                    Application.world(two))))));
            return traffic.left.size();
        } catch (RuntimeException | Error failure) {
            throw new AssertionError("replay with -D" + SEED + "=" + seed + ": " + failure.getMessage(), failure);
        }
    }

    /** One run. */
    private static final class Traffic {

        final List<Integer> left = new ArrayList<>();
        private final long seed;
        private final Random random;
        private final int atOnce;
        private final int enough;

        Traffic(long seed) {
            this.seed = seed;
            random = new Random(seed);
            atOnce = 1 + random.nextInt(MOST_AT_ONCE);
            enough = 1 + random.nextInt(RANKS * OF_EACH / 2);
        }

        String[] properties() {
            return new String[] {
                "reactivempi.listener.concurrency=" + atOnce, "test.seed=" + seed, "test.enough=" + enough
            };
        }

        void check(ApplicationContext context, List<Communicator> worlds) throws Exception {
            RandomListeners listeners = context.getBean(RandomListeners.class);
            List<CompletableFuture<Void>> sending = worlds.stream()
                    .map(world -> send(world).and(sendStreams(world)).toFuture())
                    .toList();
            assertThat(listeners.enough.await(30, TimeUnit.SECONDS)).isTrue();
            stop(context.getBean(ListenerContainer.class));

            assertThat(listeners.dealt).allMatch(dealt -> dealt.atOnce.get() == 0);
            checkAllOnce(listeners, worlds.get(LISTENER));
            checkStreams(listeners, worlds.get(LISTENER));
            for (CompletableFuture<Void> each : sending) {
                each.get(30, TimeUnit.SECONDS);
            }
            checkLimits(listeners);
            for (Communicator world : worlds) {
                checkAnswers(world, worlds.get(LISTENER), listeners.dealt.get(ANSWERING).numbers);
            }
        }

        /** All messages of a rank, in random order; some long, as many at once as chance says. */
        private Mono<Void> send(Communicator world) {
            List<Integer> numbers = new ArrayList<>(IntStream.range(0, OF_EACH)
                    .map(i -> world.rank() * OF_EACH + i)
                    .boxed()
                    .toList());
            Collections.shuffle(numbers, random);
            int length = random.nextInt(8);
            return Flux.fromIterable(numbers)
                    .flatMap(
                            number -> world.isend(
                                    INTS.encode(value(number, number % 8 == length ? LONG : 1)),
                                    LISTENER,
                                    number % KINDS),
                            1 + random.nextInt(16))
                    .then();
        }

        /** Some begin late, when they have long been announced. */
        private Mono<Void> sendStreams(Communicator world) {
            Random times = new Random(random.nextLong());
            return Flux.range(world.rank() * STREAMS_OF_EACH, STREAMS_OF_EACH)
                    .flatMap(
                            number -> world.sendStream(
                                    Flux.fromIterable(values(number))
                                            .delaySubscription(Duration.ofNanos(1000L * times.nextInt(LONGEST_MICROS))),
                                    INT,
                                    LISTENER,
                                    STREAMS),
                            1 + random.nextInt(4))
                    .then();
        }

        private static int[] value(int number, int length) {
            int[] value = new int[length];
            value[0] = number;
            return value;
        }

        private static void stop(ListenerContainer container) throws InterruptedException {
            CountDownLatch stopped = new CountDownLatch(1);
            container.stop(stopped::countDown);
            assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
        }

        private void checkAllOnce(RandomListeners listeners, Communicator world) {
            List<List<Integer>> rest = Pair.await(Flux.range(0, KINDS)
                    .flatMapSequential(
                            kind -> rest(kind, listeners.dealt.get(kind).numbers.size(), world))
                    .collectList());
            for (int kind = 0; kind < KINDS; kind++) {
                List<Integer> all = new ArrayList<>(listeners.dealt.get(kind).numbers);
                all.addAll(rest.get(kind));
                left.addAll(rest.get(kind));
                assertThat(all).containsExactlyInAnyOrderElementsOf(sent(kind));
            }
        }

        private static List<Integer> sent(int kind) {
            return IntStream.range(0, RANKS * OF_EACH)
                    .filter(number -> number % KINDS == kind)
                    .boxed()
                    .toList();
        }

        /** What the listeners have left; of all kinds at once, since a sender may wait with one for the other. */
        private static Mono<List<Integer>> rest(int kind, int dealt, Communicator world) {
            return world.receive(Mpi.ANY_SOURCE, kind)
                    .map(ListenerTrafficTest::number)
                    .repeat(Math.max(0, sent(kind).size() - dealt - 1))
                    .take(Math.max(0, sent(kind).size() - dealt))
                    .collectList();
        }

        private void checkStreams(RandomListeners listeners, Communicator world) {
            List<Integer> all = new ArrayList<>(listeners.dealt.get(STREAMS).numbers);
            assertThat(listeners.failedStreams.get())
                    .isEqualTo(all.stream().filter(RandomListeners::fails).count());
            for (int i = all.size(); i < RANKS * STREAMS_OF_EACH; i++) {
                int number = stream(Pair.await(
                        world.receiveStream(INT, Mpi.ANY_SOURCE, STREAMS).collectList()));
                all.add(number);
                left.add(number);
            }
            assertThat(all)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, RANKS * STREAMS_OF_EACH).boxed().toList());
        }

        private void checkLimits(RandomListeners listeners) {
            assertThat(listeners.dealt.get(BLOCKING).mostAtOnce.get()).isLessThanOrEqualTo(atOnce);
            assertThat(listeners.dealt.get(ANSWERING).mostAtOnce.get()).isLessThanOrEqualTo(MOST_ANSWERING);
            assertThat(listeners.dealt.get(MESSAGES).mostAtOnce.get()).isLessThanOrEqualTo(MOST_MESSAGES);
            assertThat(listeners.dealt.get(STREAMS).mostAtOnce.get()).isLessThanOrEqualTo(MOST_STREAMS);
            assertThat(listeners.failures)
                    .containsExactlyInAnyOrderElementsOf(listeners.dealt.subList(0, KINDS).stream()
                            .flatMap(dealt -> dealt.numbers.stream())
                            .filter(RandomListeners::fails)
                            .toList());
        }

        /** Messages with one tag don't overtake each other: after the last one there is no answer. */
        private static void checkAnswers(Communicator world, Communicator listener, Collection<Integer> dealt) {
            Pair.await(listener.isend(INT.encode(LAST), world.rank(), ANSWERS));
            List<Integer> answers = Pair.await(Flux.defer(() -> world.receive(LISTENER, ANSWERS))
                    .map(answer -> answer.as(INT))
                    .repeat()
                    .takeUntil(answer -> answer == LAST)
                    .collectList());
            assertThat(answers.subList(0, answers.size() - 1))
                    .containsExactlyInAnyOrderElementsOf(dealt.stream()
                            .filter(number -> number / OF_EACH == world.rank() && !RandomListeners.fails(number))
                            .toList());
        }
    }
}
