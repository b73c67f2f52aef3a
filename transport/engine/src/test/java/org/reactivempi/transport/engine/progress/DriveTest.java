package org.reactivempi.transport.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.channel.log.LogQueue;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Threads that drive a loop in place of its progress thread. */
class DriveTest {

    /** Long enough that no driver finds it quiet. */
    private static final Duration SPIN = Duration.ofSeconds(1);

    /** Until what must come is taken not to. */
    private static final int MOST_SECONDS = 120;

    private final CountDownLatch ended = new CountDownLatch(1);
    /** Stands still, so that no timer is due while a driver is inside, however slow that is. */
    private final MockTicker time = Ticker.newMockTicker();

    private final ProgressLoop loop = loop(Waiting.Mode.ADAPTIVE, time);

    private ProgressLoop loop(Waiting.Mode mode, Ticker ticker) {
        Waiting waiting = new Waiting(mode, SPIN, false);
        return new ProgressLoop(
                new ProgressLoop.OfRank("progress", "test", ProgressThread.NONE, ended::countDown),
                false,
                waiting,
                ticker);
    }

    @AfterEach
    void endLoop() throws InterruptedException {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        assertThat(ended.await(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    /** Ends when {@code work} has run, which it does inside the loop, from its beginning or as a command. */
    private static class Work implements ProgressLoop.Drive {

        private final Runnable work;
        private boolean ended;

        Work(Runnable work) {
            this.work = work;
        }

        @Override
        public void begin() {
            work.run();
            ended = true;
        }

        @Override
        public boolean hasEnded() {
            return ended;
        }

        @Override
        public boolean givesUp() {
            return false;
        }
    }

    /** Drives until that is possible, as the loop may be in others' hands. */
    private void drive(ProgressLoop.Drive work) {
        while (!loop.drive(work)) {
            Thread.onSpinWait();
        }
    }

    private void start() throws Exception {
        loop.submit(() -> {}).get(MOST_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("PRG-1 a thread that drives is the loop's, must not block, and borrows the progress thread's log")
    void inside() throws Exception {
        start();
        List<Object> seen = new ArrayList<>();
        drive(new Work(() -> {
            seen.add(loop.inEventLoop());
            seen.add(Schedulers.isInNonBlockingThread());
            seen.add(LogQueue.lent() != null);
            assertThatThrownBy(() -> Mono.never().block()).isInstanceOf(IllegalStateException.class);
        }));

        assertThat(seen).containsExactly(true, true, true);
        assertThat(loop.inEventLoop()).isFalse();
        assertThat(Schedulers.isInNonBlockingThread()).isFalse();
        assertThat(LogQueue.lent()).isNull();
    }

    @Test
    @DisplayName("PRG-1 commands of other threads run while a thread drives, and soon when nobody is inside any more")
    void commands() throws Exception {
        start();
        for (int round = 0; round < 200; round++) {
            CompletableFuture<Boolean> whileDriven = new CompletableFuture<>();
            drive(new Work(() -> {}) {
                @Override
                public void begin() {
                    CompletableFuture.runAsync(() -> loop.execute(() -> whileDriven.complete(loop.inEventLoop())));
                }

                @Override
                public boolean hasEnded() {
                    return whileDriven.isDone();
                }
            });
            assertThat(whileDriven.get(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(loop.submit(() -> "run").get(MOST_SECONDS, TimeUnit.SECONDS))
                    .isEqualTo("run");
        }
    }

    @Test
    @DisplayName("PRG-1 timers run when the last driver has left, though no command wakes the progress thread")
    void timers() throws Exception {
        start();
        CompletableFuture<String> timer = new CompletableFuture<>();
        drive(new Work(() ->
                loop.schedule(() -> timer.complete(Thread.currentThread().getName()), 20, TimeUnit.MILLISECONDS)));
        time.advance(20, TimeUnit.MILLISECONDS);
        assertThat(timer.get(MOST_SECONDS, TimeUnit.SECONDS)).isEqualTo("progress");
    }

    /** Leaves the loop to nobody, as drivers do that come again. */
    private void makeFree() {
        drive(new Work(() -> {}));
    }

    @Test
    @DisplayName(
            "PRG-1 while threads drive again and again, a command runs on its own thread, which is inside meanwhile")
    void visit() throws Exception {
        start();
        List<Object> seen = new ArrayList<>();
        Runnable command = () -> {
            seen.add(Thread.currentThread());
            seen.add(loop.inEventLoop());
            seen.add(Schedulers.isInNonBlockingThread());
        };
        do {
            makeFree();
        } while (!loop.visit(command));

        assertThat(seen).containsExactly(Thread.currentThread(), true, true);
        assertThat(loop.inEventLoop()).isFalse();
        assertThat(LogQueue.lent()).isNull();
    }

    @Test
    @DisplayName("a thread that is interrupted does not enter: it would close the sockets and files that it writes to")
    void interrupted() throws Exception {
        start();
        for (int i = 0; i < 100; i++) {
            makeFree();
            Thread.currentThread().interrupt();
            try {
                assertThat(loop.visit(() -> {})).isFalse();
                assertThat(loop.drive(new Work(() -> {}))).isFalse();
                loop.look();
                loop.sendLeft();
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
        }
    }

    @Test
    @DisplayName("PRG-1 visitors that come without a pause do not keep the progress thread away")
    void visitors() throws Exception {
        start();
        CompletableFuture<String> timer = new CompletableFuture<>();
        drive(new Work(() ->
                loop.schedule(() -> timer.complete(Thread.currentThread().getName()), 20, TimeUnit.MILLISECONDS)));
        time.advance(20, TimeUnit.MILLISECONDS);
        AtomicInteger visits = new AtomicInteger();
        while (!timer.isDone()) {
            loop.visit(visits::incrementAndGet);
        }
        assertThat(timer.get()).isEqualTo("progress");
    }

    @Test
    @DisplayName("PRG-1 of what visitors start one after the other the first is sent at once, and all of it soon")
    void sent() throws Exception {
        AtomicInteger started = new AtomicInteger();
        AtomicInteger sent = new AtomicInteger();
        loop.execute(() -> loop.onEndOfTurn(() -> sent.set(started.get())));
        start();
        makeFree();
        int before = started.get();
        if (loop.visit(started::incrementAndGet)) {
            assertThat(sent).hasValue(before + 1);
        }
        for (int round = 0; round < 100; round++) {
            makeFree();
            for (int i = 0; i < round; i++) {
                loop.visit(started::incrementAndGet);
            }
            boolean asks = round % 2 == 0;
            if (asks) {
                loop.sendLeft();
            }
            // Ends, or hangs until JUnit gives up.
            while (sent.get() != started.get()) {
                Thread.yield();
            }
        }
    }

    @Test
    @DisplayName("ORD-1 a command runs on its own thread only where no command waits that came before")
    void visitsInOrder() throws Exception {
        start();
        List<Integer> begun = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            int number = i;
            Runnable command = () -> begun.add(number);
            if (i % 10 == 0) {
                makeFree();
            }
            if (i % 3 == 0 || !loop.visit(command)) {
                loop.execute(command);
            }
        }
        start();
        assertThat(begun).hasSize(1000).isSorted();
    }

    @Test
    @DisplayName("ORD-1 what a thread drives the loop for begins behind the commands that it gave before")
    void order() throws Exception {
        start();
        List<Integer> begun = new ArrayList<>();
        for (int i = 0; i < 1000; i += 2) {
            int number = i;
            loop.execute(() -> begun.add(number));
            drive(new Work(() -> begun.add(number + 1)));
        }
        start();
        assertThat(begun).hasSize(1000).isSorted();
    }

    /** Never ends by itself. */
    private static class Endless implements ProgressLoop.Drive {

        @Override
        public void begin() {}

        @Override
        public boolean hasEnded() {
            return false;
        }

        @Override
        public boolean givesUp() {
            return false;
        }
    }

    @Test
    @DisplayName(
            "PRG-4 a driver gives the loop back when its peers are silent, however often the rank's own timers run")
    void timersAreNoTraffic() throws Exception {
        ProgressLoop spinning = loop(Waiting.Mode.SPIN, Ticker.systemTicker());
        spinning.submit(() -> {}).get(MOST_SECONDS, TimeUnit.SECONDS);
        spinning.scheduleAtFixedRate(() -> {}, 0, 1, TimeUnit.MILLISECONDS);
        boolean driven = false;
        while (!driven) {
            driven = spinning.drive(new Endless());
        }
        assertThat(spinning.inEventLoop()).isFalse();
        spinning.shutdownGracefully(0, 1, TimeUnit.SECONDS).get(MOST_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName(
            "LIF-4 what a turn throws on a thread that drives is told on the progress thread, and not to that thread")
    void fault() throws Exception {
        Error defect = new AssertionError("a defect");
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        CompletableFuture<String> where = new CompletableFuture<>();
        loop.onFault(fault -> {
            where.complete(Thread.currentThread().getName());
            told.complete(fault);
        });
        start();
        drive(new Endless() {
            @Override
            public void begin() {
                loop.onEndOfTurn(() -> {
                    loop.onEndOfTurn(() -> {});
                    throw defect;
                });
            }
        });
        assertThat(told.get(MOST_SECONDS, TimeUnit.SECONDS)).isSameAs(defect);
        assertThat(where.get(MOST_SECONDS, TimeUnit.SECONDS)).isEqualTo("progress");
        start();
    }

    @Test
    @DisplayName("LIF-4 a loop whose turns throw again and again ends")
    void faults() throws Exception {
        List<Throwable> told = new ArrayList<>();
        Error defect = new AssertionError("a defect");
        loop.onFault(told::add);
        loop.execute(() -> loop.onEndOfTurn(() -> {
            throw defect;
        }));
        assertThat(ended.await(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(told).containsExactly(defect);
    }

    @Test
    @DisplayName("a loop that always sleeps, has not started, or has ended, is not driven")
    void never() throws Exception {
        ProgressLoop sleeping = loop(Waiting.Mode.SLEEP, Ticker.systemTicker());
        sleeping.submit(() -> {}).get(MOST_SECONDS, TimeUnit.SECONDS);
        assertThat(sleeping.drive(new Work(() -> {}))).isFalse();
        assertThat(sleeping.visit(() -> {})).isFalse();
        sleeping.shutdownGracefully(0, 1, TimeUnit.SECONDS).get(MOST_SECONDS, TimeUnit.SECONDS);

        assertThat(loop.drive(new Work(() -> {}))).isFalse();
        assertThat(loop.visit(() -> {})).isFalse();
        start();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).get(MOST_SECONDS, TimeUnit.SECONDS);
        assertThat(loop.drive(new Work(() -> {}))).isFalse();
        assertThat(loop.visit(() -> {})).isFalse();
        loop.look();
        loop.sendLeft();
    }

    @Test
    @DisplayName("the loop can be ended by a thread that drives it")
    void endedByDriver() throws Exception {
        start();
        drive(new Work(() -> loop.end()));
        assertThat(ended.await(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName(
            "of many threads that drive, visit, look, wait, and give commands at random, one is inside at a time, and none is forgotten")
    void random() throws Exception {
        start();
        long seed = new Random().nextLong();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        int[] counted = {0};
        int threads = 4;
        int rounds = 2000;
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            Random random = new Random(seed + thread);
            running.add(CompletableFuture.runAsync(
                    () -> {
                        for (int round = 0; round < rounds; round++) {
                            act(random, () -> {
                                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                                counted[0]++;
                                inside.decrementAndGet();
                            });
                        }
                    },
                    command -> new Thread(command, "driver").start()));
        }
        for (CompletableFuture<Void> one : running) {
            one.get(MOST_SECONDS, TimeUnit.SECONDS);
        }
        assertThat(most).as("seed %d", seed).hasValue(1);
        assertThat(loop.submit(() -> counted[0]).get(MOST_SECONDS, TimeUnit.SECONDS))
                .as("seed %d", seed)
                .isEqualTo(threads * rounds);
    }

    private void act(Random random, Runnable counting) {
        Work work = new Work(counting);
        if (random.nextInt(3) > 0 && loop.visit(counting)) {
            return;
        }
        loop.look();
        if (random.nextInt(3) > 0 && loop.drive(work)) {
            return;
        }
        loop.waits();
        try {
            loop.submit(counting).get(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("a command was not run", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            loop.hasWaited();
        }
        for (int i = random.nextInt(2000); i > 0; i--) {
            Thread.onSpinWait();
        }
    }
}
