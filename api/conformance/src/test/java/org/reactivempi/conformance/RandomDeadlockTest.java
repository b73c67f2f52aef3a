package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.ints;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Settings;
import org.reactivempi.Stall;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.testkit.VirtualTime;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * PRG-4: random programs of blocking calls. All ranks go through one list of messages in the same order, so that no order can
 * be wrong; some pause now and then, longer than it takes to look like a stall. Or a ring of some of them is put into the
 * middle, each of which receives first. Their time is virtual.
 */
class RandomDeadlockTest {

    private static final int RANKS = 4;
    private static final int MESSAGES = 40;
    private static final long LONGEST_PAUSE_NANOS = 60_000_000;
    private static final Settings SETTINGS =
            Settings.create().channel("local").with("stall-after", "30ms").with("eager-limit-bytes", "64");

    static IntStream few() {
        return IntStream.range(0, 3);
    }

    static IntStream more() {
        return IntStream.range(3, 13);
    }

    /** What one rank does next. */
    private interface Act {
        void by(Communicator world);
    }

    @Tag("once")
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("few")
    @DisplayName("PRG-4 a program that comes to its end is never taken for a deadlock")
    void completes(int seed) throws InterruptedException {
        assertCompletes(seed);
    }

    @Tag("long")
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("more")
    @DisplayName("PRG-4 many programs that come to their ends are never taken for deadlocks")
    void manyComplete(int seed) throws InterruptedException {
        assertCompletes(seed);
    }

    private static void assertCompletes(int seed) throws InterruptedException {
        List<List<Act>> programs = programs(new Random(seed), false);
        try (Ranks ranks = Ranks.start(RANKS, VirtualTime.create().in(SETTINGS))) {
            List<Stall> stalls = Collections.synchronizedList(new ArrayList<>());
            stalls(ranks).subscribe(stalls::add);
            Programs running = new Programs(ranks, programs);

            ranks.time().until(running.left.asMono());

            assertThat(stalls).isEmpty();
            running.join();
        }
    }

    @Tag("once")
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("few")
    @DisplayName("PRG-4 a program with a ring that waits for itself is always found to be one")
    void deadlocks(int seed) throws InterruptedException {
        assertDeadlock(seed);
    }

    @Tag("long")
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("more")
    @DisplayName("PRG-4 many programs with a ring that waits for itself are found to be such")
    void manyDeadlock(int seed) throws InterruptedException {
        assertDeadlock(seed);
    }

    private static void assertDeadlock(int seed) throws InterruptedException {
        List<List<Act>> programs = programs(new Random(seed), true);
        // A rank that waits for ever doesn't receive what others have sent.
        try (Ranks ranks = Ranks.start(RANKS, VirtualTime.create().in(SETTINGS)).without(Check.UNRECEIVED_MESSAGES)) {
            Programs running = new Programs(ranks, programs);

            Stall stall = ranks.time().until(stalls(ranks).next()).orElseThrow();

            assertThat(stall.proven()).isTrue();
            assertThat(stall.report()).contains("tag 99, world)");
            running.threads.forEach(Thread::interrupt);
            ranks.time().until(running.left.asMono());
            running.join();
        }
    }

    private static Flux<Stall> stalls(Ranks ranks) {
        return Flux.range(0, RANKS).flatMap(rank -> ranks.session(rank).stalls());
    }

    /** A thread for each rank, which goes through its acts. */
    private static final class Programs {

        final Sinks.Empty<Void> left = Sinks.empty();
        final List<Thread> threads = new ArrayList<>();
        private final AtomicInteger running = new AtomicInteger(RANKS);

        Programs(Ranks ranks, List<List<Act>> programs) {
            for (int rank = 0; rank < RANKS; rank++) {
                Communicator world = ranks.world(rank);
                List<Act> acts = programs.get(rank);
                threads.add(new Thread(() -> run(world, acts), "program of rank " + rank));
            }
            threads.forEach(Thread::start);
        }

        private void run(Communicator world, List<Act> acts) {
            try {
                acts.forEach(act -> act.by(world));
            } catch (RuntimeException interrupted) {
                // The deadlock has been found.
            }
            if (running.decrementAndGet() == 0) {
                left.tryEmitEmpty();
            }
        }

        void join() throws InterruptedException {
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static List<List<Act>> programs(Random random, boolean deadlock) {
        List<List<Act>> programs = IntStream.range(0, RANKS)
                .<List<Act>>mapToObj(rank -> new ArrayList<>())
                .toList();
        int ringAt = deadlock ? random.nextInt(MESSAGES) : MESSAGES;
        for (int number = 0; number < MESSAGES; number++) {
            if (number == ringAt) {
                addRing(programs, random);
            }
            addMessage(programs, number, random);
        }
        return programs;
    }

    private static void addMessage(List<List<Act>> programs, int number, Random random) {
        int from = random.nextInt(RANKS);
        int to = (from + 1 + random.nextInt(RANKS - 1)) % RANKS;
        int length = random.nextBoolean() ? 1 : 100;
        boolean synchronous = random.nextBoolean();
        int source = random.nextInt(3) == 0 ? Mpi.ANY_SOURCE : from;
        if (random.nextInt(8) == 0) {
            Duration pause = Duration.ofNanos((long) (random.nextDouble() * LONGEST_PAUSE_NANOS));
            programs.get(from).add(world -> Mono.delay(pause, world.scheduler()).block());
        }
        programs.get(from).add(world -> {
            if (synchronous) {
                world.blocking().ssend(ints(new int[length]), to, number);
            } else {
                world.blocking().send(ints(new int[length]), to, number);
            }
        });
        programs.get(to).add(world -> world.blocking().recv(Buffers.of(new int[length]), source, number));
    }

    private static void addRing(List<List<Act>> programs, Random random) {
        List<Integer> ring = new ArrayList<>(IntStream.range(0, RANKS).boxed().toList());
        Collections.shuffle(ring, random);
        int size = 1 + random.nextInt(RANKS);
        for (int i = 0; i < size; i++) {
            int previous = ring.get((i + size - 1) % size);
            int next = ring.get((i + 1) % size);
            programs.get(ring.get(i)).add(world -> world.blocking().recv(Buffers.of(new int[1]), previous, 99));
            programs.get(ring.get(i)).add(world -> world.blocking().send(ints(1), next, 99));
        }
    }
}
