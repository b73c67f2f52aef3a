package org.reactivempi.transport.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A progress thread that is not woken when it should be goes on all the same, when its time aside is over, and nobody notices but by a
 * clock. Here that time is longer than any test, and there are no timers: what is forgotten waits for ever. The loop has sockets, so that
 * it sleeps in one place and stands aside in another, each of which has to be woken in its own way.
 */
class WakeUpsTest {

    private static final long NEVER_NANOS = TimeUnit.DAYS.toNanos(1);
    private static final int ROUNDS = 2000;
    private static final int MOST_SECONDS = 20;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final LoopOwner owner = new LoopOwner(NEVER_NANOS);
    /** Sleeps as soon as nothing comes. */
    private final ProgressLoop loop = new ProgressLoop(
            "progress",
            true,
            new Waiting(Waiting.Mode.ADAPTIVE, Duration.ofNanos(1000), false),
            ended::countDown,
            owner);

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private Thread progress = Thread.currentThread();

    @BeforeEach
    void start() throws Exception {
        progress = loop.submit(Thread::currentThread).get(MOST_SECONDS, TimeUnit.SECONDS);
    }

    @AfterEach
    void endLoop() throws InterruptedException {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        assertThat(ended.await(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(loop.lateWakeUps()).as("seed %d", seed).isZero();
    }

    /** A moment of random length, so that the other thread is anywhere on its way. */
    private static void moment(Random random) {
        for (int i = random.nextInt(random.nextInt(10) == 0 ? 20_000 : 200); i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    private void awaitRun(CountDownLatch ran) throws InterruptedException {
        assertThat(ran.await(MOST_SECONDS, TimeUnit.SECONDS))
                .as("run, seed %d", seed)
                .isTrue();
    }

    /** Ends when it is told to, or gives up. */
    private static class Call implements ProgressLoop.Drive {

        private final boolean ends;

        Call(boolean ends) {
            this.ends = ends;
        }

        @Override
        public void begin() {}

        @Override
        public boolean hasEnded() {
            return ends;
        }

        @Override
        public boolean givesUp() {
            return begun && !ends;
        }

        private boolean begun;

        Call begun() {
            begun = true;
            return this;
        }
    }

    /** Leaves the loop to nobody: the progress thread stands aside. */
    private void makeFree() {
        long start = System.nanoTime();
        while (!loop.drive(new Call(true))) {
            assertThat(System.nanoTime() - start)
                    .as("taken, seed %d", seed)
                    .isLessThan(TimeUnit.SECONDS.toNanos(MOST_SECONDS));
            Thread.onSpinWait();
        }
    }

    @Test
    @DisplayName("PRG-1 a command wakes the progress thread whenever it falls asleep or stands aside")
    void commands() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            if (random.nextBoolean()) {
                makeFree();
            }
            moment(random);
            CountDownLatch ran = new CountDownLatch(1);
            loop.execute(ran::countDown);
            awaitRun(ran);
        }
    }

    @Test
    @DisplayName("PRG-1 a thread that wants the loop wakes the progress thread whenever it falls asleep")
    void takes() throws Exception {
        for (int round = 0; round < ROUNDS / 4; round++) {
            CountDownLatch ran = new CountDownLatch(1);
            loop.execute(ran::countDown);
            awaitRun(ran);
            moment(random);
            makeFree();
        }
    }

    @Test
    @DisplayName("PRG-1 a driver that leaves for another reason than its end wakes the progress thread, which goes on")
    void leaves() throws Exception {
        AtomicInteger turns = new AtomicInteger();
        loop.submit(() -> loop.onEndOfTurn(() -> {
                    if (Thread.currentThread() == progress) {
                        turns.incrementAndGet();
                    }
                }))
                .get(MOST_SECONDS, TimeUnit.SECONDS);
        for (int round = 0; round < ROUNDS / 4; round++) {
            makeFree();
            moment(random);
            AtomicInteger before = new AtomicInteger();
            Call call = new Call(false) {
                @Override
                public void begin() {
                    before.set(turns.get());
                    begun();
                }
            };
            long start = System.nanoTime();
            while (!loop.drive(call)) {
                Thread.onSpinWait();
            }
            // Without a command, which would wake it as well.
            while (turns.get() == before.get()) {
                assertThat(System.nanoTime() - start)
                        .as("goes on, seed %d", seed)
                        .isLessThan(TimeUnit.SECONDS.toNanos(MOST_SECONDS));
                Thread.onSpinWait();
            }
        }
    }

    @Test
    @DisplayName("PRG-1 a command that comes while a driver or a visitor leaves is seen by one of the two")
    void leavesAgainstCommand() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            CountDownLatch ran = new CountDownLatch(1);
            Random other = new Random(seed + round);
            CompletableFuture<Void> commands = CompletableFuture.runAsync(() -> {
                moment(other);
                loop.execute(ran::countDown);
            });
            if (random.nextBoolean()) {
                loop.drive(new Call(true));
            } else if (random.nextBoolean()) {
                loop.visit(() -> {});
            } else {
                loop.look();
            }
            awaitRun(ran);
            commands.get(MOST_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Test
    @DisplayName("PRG-1 a thread that waits wakes the progress thread which stands aside, also while a driver leaves")
    void waits() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            makeFree();
            Random other = new Random(seed + round);
            CompletableFuture<Void> drives = CompletableFuture.runAsync(() -> {
                moment(other);
                loop.drive(new Call(true));
            });
            loop.waits();
            try {
                long start = System.nanoTime();
                while (owner.inside() != progress) {
                    assertThat(System.nanoTime() - start)
                            .as("goes on, seed %d", seed)
                            .isLessThan(TimeUnit.SECONDS.toNanos(MOST_SECONDS));
                    Thread.onSpinWait();
                }
            } finally {
                loop.hasWaited();
            }
            drives.get(MOST_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Test
    @DisplayName(
            "RX-6 a thread inside at the moment at which code of the program is due hands the loop over, and the code runs in its order")
    void handsOver() throws Exception {
        List<Integer> ran = new ArrayList<>();
        AtomicInteger elsewhere = new AtomicInteger();
        for (int round = 0; round < ROUNDS; round++) {
            int number = round;
            CountDownLatch done = new CountDownLatch(1);
            ProgramTask task = () -> {
                ran.add(number);
                if (Thread.currentThread() != progress) {
                    elsewhere.incrementAndGet();
                }
                done.countDown();
            };
            Random other = new Random(seed + round);
            CompletableFuture<Void> gives = CompletableFuture.runAsync(() -> {
                moment(other);
                loop.execute(task);
            });
            while (done.getCount() > 0 && !loop.drive(new Call(true)) && !loop.visit(() -> {})) {
                Thread.onSpinWait();
            }
            awaitRun(done);
            gives.get(MOST_SECONDS, TimeUnit.SECONDS);
        }
        assertThat(elsewhere).hasValue(0);
        assertThat(ran).hasSize(ROUNDS).isSorted();
    }
}
