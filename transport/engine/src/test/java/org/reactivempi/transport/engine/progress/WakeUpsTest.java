package org.reactivempi.transport.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.channel.Poller;

/**
 * A progress thread that is not woken when it should be goes on all the same, when its time aside is over, and nobody notices but by a
 * clock. Here that time is longer than any test, and there are no timers: what is forgotten waits for ever. The loop has sockets, so that
 * it sleeps in one place and stands aside in another. Each has to be woken in its own way.
 */
class WakeUpsTest {

    private static final long NEVER_NANOS = TimeUnit.DAYS.toNanos(1);
    private static final int ROUNDS = 2000;
    /** Where no moment has to be met. */
    private static final int FEW_ROUNDS = 50;

    /** Until what must come is taken not to. */
    private static final int MOST_SECONDS = 120;

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
        drive(new Call(true));
    }

    private void drive(Call call) {
        awaitThat(() -> loop.drive(call));
    }

    private void awaitThat(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - start)
                    .as("in time, seed %d", seed)
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
    @DisplayName("PRG-1 a command that comes after a driver's last look at them is seen when it leaves")
    void afterTheLastLook() {
        AtomicInteger given = new AtomicInteger();
        AtomicInteger ran = new AtomicInteger();
        // The last time is when no turn follows any more.
        Call call = new Call(true) {
            @Override
            public boolean hasEnded() {
                given.incrementAndGet();
                CompletableFuture.runAsync(() -> loop.execute(ran::incrementAndGet))
                        .join();
                return true;
            }
        };
        for (int round = 0; round < FEW_ROUNDS; round++) {
            makeFree();
            drive(call);
            awaitThat(() -> ran.get() == given.get());
        }
    }

    @Test
    @DisplayName("PRG-1 a visitor that a command comes before leaves the loop to the progress thread")
    void visitsBehindCommand() throws Exception {
        for (int round = 0; round < FEW_ROUNDS; round++) {
            makeFree();
            CountDownLatch ran = new CountDownLatch(1);
            // As if its thread had woken the progress thread just before the visit, which that one finds inside.
            loop.lazyExecute(ran::countDown);
            loop.visit(() -> {});
            awaitRun(ran);
        }
    }

    @Test
    @DisplayName("LIF-2 a driver that ends the loop wakes the progress thread, whose last act that is")
    void endedByDriver() throws Exception {
        makeFree();
        drive(new Call(true) {
            @Override
            public void begin() {
                loop.end();
            }
        });
        awaitRun(ended);
    }

    @Test
    @DisplayName(
            "PRG-1 what comes while pollers are asked whether the loop may sleep is polled, and they hear that it is awake")
    void pollers() throws Exception {
        CountDownLatch polled = new CountDownLatch(FEW_ROUNDS);
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger awake = new AtomicInteger();
        Poller late = new Poller() {

            private boolean isHere;

            @Override
            public boolean poll() {
                boolean found = isHere;
                isHere = false;
                if (found) {
                    polled.countDown();
                }
                return found;
            }

            @Override
            public boolean maySleep() {
                asked.incrementAndGet();
                isHere = polled.getCount() > 0;
                return !isHere;
            }

            @Override
            public void awake() {
                awake.incrementAndGet();
            }
        };
        loop.execute(() -> loop.add(late));
        awaitRun(polled);
        loop.submit(() -> loop.remove(late)).get(MOST_SECONDS, TimeUnit.SECONDS);
        assertThat(awake.get()).isEqualTo(asked.get()).isGreaterThanOrEqualTo(FEW_ROUNDS);
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

    @Test
    @DisplayName(
            "RX-6 code of the program that comes when a thread inside has ended the loop is left to the progress thread")
    void comesAfterTheEnd() throws Exception {
        List<Thread> ran = new CopyOnWriteArrayList<>();
        makeFree();
        drive(new Call(true) {
            @Override
            public void begin() {
                loop.end();
                loop.execute((ProgramTask) () -> ran.add(Thread.currentThread()));
            }
        });
        awaitRun(ended);
        assertThat(ran).containsExactly(progress);
    }
}
