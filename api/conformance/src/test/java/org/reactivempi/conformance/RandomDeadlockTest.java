package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffer.ints;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.BlockingPointToPoint;
import org.reactivempi.Mpi;
import org.reactivempi.Settings;
import org.reactivempi.Stall;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;

/**
 * PRG-4: random programs of blocking calls. All ranks go through one list of messages in the same order, so that no order can
 * be wrong; some pause now and then, longer than it takes to look like a stall. Or a ring of some of them is put into the
 * middle, each of which receives first.
 */
class RandomDeadlockTest {

    private static final int RANKS = 4;
    private static final int MESSAGES = 40;
    private static final long LONGEST_PAUSE_NANOS = 60_000_000;
    private static final Settings SETTINGS =
            Settings.create().channel("local").with("stall-after", "30ms").with("eager-limit-bytes", "64");

    static IntStream seeds() {
        return IntStream.range(0, 10);
    }

    /** What one rank does next. */
    private interface Act {
        void by(BlockingPointToPoint rank);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    @DisplayName("PRG-4 a program that comes to its end is never taken for a deadlock")
    void completes(int seed) throws InterruptedException {
        List<List<Act>> programs = programs(new Random(seed), false);
        try (Ranks ranks = Ranks.start(RANKS, SETTINGS)) {
            List<Stall> stalls = Collections.synchronizedList(new ArrayList<>());
            stalls(ranks).subscribe(stalls::add);
            CountDownLatch left = new CountDownLatch(RANKS);
            List<Thread> threads = start(ranks, programs, left);

            left.await();

            assertThat(stalls).isEmpty();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    @DisplayName("PRG-4 a program with a ring that waits for itself is always found to be one")
    void deadlocks(int seed) throws InterruptedException {
        List<List<Act>> programs = programs(new Random(seed), true);
        // Who waits for ever doesn't receive what others have sent.
        try (Ranks ranks = Ranks.start(RANKS, SETTINGS).without(Check.UNRECEIVED_MESSAGES)) {
            List<Thread> threads = start(ranks, programs, new CountDownLatch(RANKS));

            // Without a time limit, behind which this thread might act.
            Stall stall = Objects.requireNonNull(stalls(ranks).blockFirst());

            assertThat(stall.proven()).isTrue();
            assertThat(stall.report()).contains("tag 99, world)");
            for (Thread thread : threads) {
                thread.interrupt();
                thread.join();
            }
        }
    }

    private static Flux<Stall> stalls(Ranks ranks) {
        return Flux.range(0, RANKS).flatMap(rank -> ranks.session(rank).stalls());
    }

    private static List<Thread> start(Ranks ranks, List<List<Act>> programs, CountDownLatch left) {
        List<Thread> threads = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            BlockingPointToPoint world = ranks.world(rank).blocking();
            List<Act> acts = programs.get(rank);
            threads.add(new Thread(() -> run(world, acts, left), "program of rank " + rank));
        }
        threads.forEach(Thread::start);
        return threads;
    }

    private static void run(BlockingPointToPoint world, List<Act> acts, CountDownLatch left) {
        try {
            acts.forEach(act -> act.by(world));
        } catch (RuntimeException interrupted) {
            // The deadlock has been found.
        }
        left.countDown();
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
            long nanos = (long) (random.nextDouble() * LONGEST_PAUSE_NANOS);
            programs.get(from).add(rank -> LockSupport.parkNanos(nanos));
        }
        programs.get(from).add(rank -> {
            if (synchronous) {
                rank.ssend(ints(new int[length]), to, number);
            } else {
                rank.send(ints(new int[length]), to, number);
            }
        });
        programs.get(to).add(rank -> rank.recv(ints(new int[length]), source, number));
    }

    private static void addRing(List<List<Act>> programs, Random random) {
        List<Integer> ring = new ArrayList<>(IntStream.range(0, RANKS).boxed().toList());
        Collections.shuffle(ring, random);
        int size = 1 + random.nextInt(RANKS);
        for (int i = 0; i < size; i++) {
            int previous = ring.get((i + size - 1) % size);
            int next = ring.get((i + 1) % size);
            programs.get(ring.get(i)).add(rank -> rank.recv(ints(new int[1]), previous, 99));
            programs.get(ring.get(i)).add(rank -> rank.send(ints(1), next, 99));
        }
    }
}
