package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.pattern;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.NotReadyException;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Random programs: every rank sends messages of mixed lengths and modes to every rank, and posts receives with and without
 * wildcards, both in a random order of its own. What each receive got is compared with the rules of matching, taken
 * literally.
 */
class RandomOrderTest {

    private static final int PROGRAMS = 12;
    private static final int TAGS = 3;

    private enum Mode {
        STANDARD,
        SYNCHRONOUS,
        /** One that finds no receive is dropped, as if it had never been sent. */
        READY
    }

    /** A message, numbered in the order in which its source sends. */
    private record Sent(int source, int destination, int tag, int number, int length, Mode mode) {

        byte[] payload() {
            byte[] bytes = pattern(number * 31L + source, length);
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(0, number);
            return bytes;
        }
    }

    /** A receive, numbered in the order in which its rank posts; and what it got. */
    private static final class Posted {
        final int rank;
        final int number;
        final int source;
        final int tag;
        final byte[] room;
        volatile Status status;

        Posted(int rank, int number, int source, int tag, int roomBytes) {
            this.rank = rank;
            this.number = number;
            this.source = source;
            this.tag = tag;
            this.room = new byte[roomBytes];
        }

        boolean matches(Sent message) {
            return (source == Mpi.ANY_SOURCE || source == message.source())
                    && (tag == Mpi.ANY_TAG || tag == message.tag());
        }
    }

    @OnEveryChannel(ranks = 2, settings = "eager-limit-bytes=512", timeoutSeconds = 60)
    @DisplayName(
            "ORD-1, ORD-2, ORD-3 between two ranks, every receive gets what the rules of matching say, in random programs")
    void twoRanks(Ranks ranks) throws Exception {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Program program = new Program(ranks, new Random(seed), 150, false);
            program.run();
            program.assertEveryMessageArrived("seed " + seed);
            program.assertNoOvertaking("seed " + seed);
            program.assertMatchedAsByTheModel("seed " + seed, 0, 1);
            program.assertMatchedAsByTheModel("seed " + seed, 1, 0);
        }
    }

    @OnEveryChannel(ranks = 4, settings = "eager-limit-bytes=512", timeoutSeconds = 60)
    @DisplayName("ORD-1, ORD-2, ORD-3 between four ranks, no message and no receive overtakes, in random programs")
    void fourRanks(Ranks ranks) throws Exception {
        for (int seed = 100; seed < 100 + PROGRAMS; seed++) {
            Program program = new Program(ranks, new Random(seed), 300, true);
            program.run();
            program.assertEveryMessageArrived("seed " + seed);
            program.assertNoOvertaking("seed " + seed);
        }
    }

    /** With little credit, the way of a message changes all the time. */
    @OnEveryChannel(
            ranks = 3,
            settings = {"eager-limit-bytes=40000", "eager-credit-bytes=131072"},
            timeoutSeconds = 60)
    @DisplayName("ORD-1, ORD-2, ORD-3 where credit runs out, no message and no receive overtakes, in random programs")
    void littleCredit(Ranks ranks) throws Exception {
        for (int seed = 200; seed < 200 + PROGRAMS; seed++) {
            Program program = new Program(ranks, new Random(seed), 300, true);
            program.run();
            program.assertEveryMessageArrived("seed " + seed);
            program.assertNoOvertaking("seed " + seed);
        }
    }

    /** So every ready send has its receive. */
    @OnEveryChannel(
            ranks = 2,
            settings = {"eager-limit-bytes=40000", "eager-credit-bytes=131072"},
            timeoutSeconds = 60)
    @DisplayName("ORD-1, MODE-4 where all receives wait already, ready sends are among the others in their order")
    void allPostedFirst(Ranks ranks) throws Exception {
        for (int seed = 300; seed < 300 + PROGRAMS; seed++) {
            Program program = new Program(ranks, new Random(seed), 150, false, true);
            program.run();
            program.assertEveryMessageArrived("seed " + seed);
            program.assertNoOvertaking("seed " + seed);
            program.assertMatchedAsByTheModel("seed " + seed, 0, 1);
            program.assertMatchedAsByTheModel("seed " + seed, 1, 0);
        }
    }

    private static final class Program {

        private final Ranks ranks;
        private final List<Sent> messages = new ArrayList<>();
        private final List<Posted> receives = new ArrayList<>();
        private final boolean allPostedFirst;
        /** By rank: what all have done before anybody begins with the rest. */
        private final List<List<Runnable>> first = new ArrayList<>();

        private final List<List<Runnable>> scripts = new ArrayList<>();
        private final List<Disposable> running = Collections.synchronizedList(new ArrayList<>());
        private final Set<Sent> declined = ConcurrentHashMap.newKeySet();
        private final AtomicInteger unexpectedErrors = new AtomicInteger();
        private final CountDownLatch sends;
        private final CountDownLatch arrivals;

        Program(Ranks ranks, Random random, int messageCount, boolean toOneself) {
            this(ranks, random, messageCount, toOneself, false);
        }

        Program(Ranks ranks, Random random, int messageCount, boolean toOneself, boolean allPostedFirst) {
            this.ranks = ranks;
            this.allPostedFirst = allPostedFirst;
            this.sends = new CountDownLatch(messageCount);
            this.arrivals = new CountDownLatch(messageCount);
            int longest = 3 * ranks.eagerLimitBytes();
            for (int number = 0; number < messageCount; number++) {
                int source = random.nextInt(ranks.size());
                int distance = toOneself ? random.nextInt(ranks.size()) : 1 + random.nextInt(ranks.size() - 1);
                messages.add(new Sent(
                        source,
                        (source + distance) % ranks.size(),
                        random.nextInt(TAGS),
                        number,
                        length(random, ranks.eagerLimitBytes()),
                        mode(random)));
            }
            for (int rank = 0; rank < ranks.size(); rank++) {
                List<Runnable> posts = new ArrayList<>();
                scripts.add(script(rank, random, longest, posts));
                first.add(posts);
            }
        }

        private static Mode mode(Random random) {
            return switch (random.nextInt(6)) {
                case 0 -> Mode.SYNCHRONOUS;
                case 1 -> Mode.READY;
                default -> Mode.STANDARD;
            };
        }

        private static int length(Random random, int limit) {
            return switch (random.nextInt(6)) {
                case 0 -> limit;
                case 1 -> limit + 1;
                case 2 -> 3 * limit;
                case 3 -> 4 + random.nextInt(limit);
                default -> 4 + random.nextInt(60);
            };
        }

        /**
         * A rank's sends in their order, between them its receives in theirs; at the end receives for all that is left. Or all
         * of the receives go into {@code posts}.
         */
        private List<Runnable> script(int rank, Random random, int longest, List<Runnable> posts) {
            List<Sent> outgoing = messages.stream()
                    .filter(message -> message.source() == rank)
                    .toList();
            int incoming = (int) messages.stream()
                    .filter(message -> message.destination() == rank)
                    .count();
            List<Runnable> script = new ArrayList<>();
            for (int i = 0; i < incoming; i++) {
                boolean anySource = random.nextInt(3) == 0;
                boolean anyTag = random.nextInt(3) == 0;
                script.add(receive(new Posted(
                        rank,
                        i,
                        anySource ? Mpi.ANY_SOURCE : random.nextInt(ranks.size()),
                        anyTag ? Mpi.ANY_TAG : random.nextInt(TAGS),
                        longest)));
            }
            if (allPostedFirst) {
                posts.addAll(script);
                for (int i = 0; i < incoming; i++) {
                    posts.add(receive(new Posted(rank, incoming + i, Mpi.ANY_SOURCE, Mpi.ANY_TAG, longest)));
                }
                return outgoing.stream().map(this::send).toList();
            }
            List<Integer> places = random.ints(outgoing.size(), 0, incoming + 1)
                    .boxed()
                    .sorted()
                    .toList();
            for (int i = outgoing.size() - 1; i >= 0; i--) {
                script.add(places.get(i), send(outgoing.get(i)));
            }
            for (int i = 0; i < incoming; i++) {
                script.add(receive(new Posted(rank, incoming + i, Mpi.ANY_SOURCE, Mpi.ANY_TAG, longest)));
            }
            return script;
        }

        private Runnable send(Sent message) {
            Communicator world = ranks.world(message.source());
            Buffer data = Buffers.of(message.payload());
            Mono<Status> send = switch (message.mode()) {
                case STANDARD -> world.isend(data, message.destination(), message.tag());
                case SYNCHRONOUS -> world.issend(data, message.destination(), message.tag());
                case READY -> world.irsend(data, message.destination(), message.tag());
            };
            return () -> send.subscribe(status -> sends.countDown(), error -> onFailed(message, error));
        }

        private void onFailed(Sent message, Throwable error) {
            if (message.mode() == Mode.READY && error instanceof NotReadyException) {
                declined.add(message);
                sends.countDown();
                arrivals.countDown();
            } else {
                unexpectedErrors.incrementAndGet();
            }
        }

        private Runnable receive(Posted receive) {
            receives.add(receive);
            Mono<Status> mono = ranks.world(receive.rank).irecv(Buffers.of(receive.room), receive.source, receive.tag);
            return () -> running.add(mono.subscribe(
                    status -> {
                        receive.status = status;
                        arrivals.countDown();
                    },
                    error -> unexpectedErrors.incrementAndGet()));
        }

        /** Each rank's script runs on a thread of its own, in half of the ranks on the progress thread. */
        void run() throws InterruptedException {
            perform(first);
            if (allPostedFirst) {
                Traffic.meet(ranks);
            }
            perform(scripts);
            assertThat(arrivals.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .as("all messages arrive")
                    .isTrue();
            assertThat(sends.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .as("all sends complete")
                    .isTrue();
            Traffic.meet(ranks);
            running.forEach(Disposable::dispose);
            Traffic.meet(ranks);
        }

        private void perform(List<List<Runnable>> steps) {
            Flux.range(0, ranks.size())
                    .flatMap(rank -> Mono.fromRunnable(() -> steps.get(rank).forEach(Runnable::run))
                            .subscribeOn(rank % 2 == 1 ? ranks.session(rank).scheduler() : Schedulers.boundedElastic()))
                    .blockLast(TIMEOUT);
        }

        void assertEveryMessageArrived(String seed) {
            assertThat(unexpectedErrors).as(seed).hasValue(0);
            List<Integer> arrived = new ArrayList<>();
            for (Posted receive : matched()) {
                Sent message = messageOf(receive);
                arrived.add(message.number());
                assertThat(receive.matches(message)).as(seed).isTrue();
                assertThat(receive.status)
                        .as(seed)
                        .isEqualTo(Status.of(message.source(), message.tag(), message.length()));
                assertThat(message.destination()).as(seed).isEqualTo(receive.rank);
                assertThat(Arrays.equals(message.payload(), Arrays.copyOf(receive.room, message.length())))
                        .as(seed)
                        .isTrue();
            }
            assertThat(arrived).as(seed).doesNotHaveDuplicates().hasSize(messages.size() - declined.size());
            assertThat(allPostedFirst ? declined : Set.of())
                    .as("%s: all were ready", seed)
                    .isEmpty();
        }

        /**
         * Of two messages from one source to one rank, the later one is in a receive that would have taken the earlier one as
         * well: then the earlier one is in a receive that was posted before. This is ORD-1 as well as ORD-2.
         */
        void assertNoOvertaking(String seed) {
            for (Posted later : matched()) {
                for (Posted earlier : matched()) {
                    Sent first = messageOf(earlier);
                    Sent second = messageOf(later);
                    if (earlier.rank == later.rank
                            && first.source() == second.source()
                            && first.number() < second.number()
                            && later.matches(first)) {
                        assertThat(earlier.number)
                                .as("%s: receive %d got %s before %s", seed, later.number, second, first)
                                .isLessThan(later.number);
                    }
                }
            }
        }

        /** With one source and one rank the rules leave no choice, whatever the speed of anybody. */
        void assertMatchedAsByTheModel(String seed, int source, int rank) {
            List<Sent> waiting = new ArrayList<>(messages.stream()
                    .filter(message -> message.destination() == rank && !declined.contains(message))
                    .toList());
            assertThat(waiting).as(seed).isNotEmpty().allMatch(message -> message.source() == source);
            for (Posted receive :
                    receives.stream().filter(posted -> posted.rank == rank).toList()) {
                Sent wanted =
                        waiting.stream().filter(receive::matches).findFirst().orElse(null);
                waiting.remove(wanted);
                Sent got = receive.status == null ? null : messageOf(receive);
                assertThat(got).as("%s: receive %d", seed, receive.number).isEqualTo(wanted);
            }
        }

        private List<Posted> matched() {
            return receives.stream().filter(receive -> receive.status != null).toList();
        }

        private Sent messageOf(Posted receive) {
            return messages.get(
                    ByteBuffer.wrap(receive.room).order(ByteOrder.LITTLE_ENDIAN).getInt(0));
        }
    }
}
