package org.reactivempi.transport.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

class ProgressLoopTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration DELAY = Duration.ofMinutes(1);

    private final List<String> log = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final MockTicker time = Ticker.newMockTicker();
    private final ProgressLoop loop = new ProgressLoop(
            new ProgressLoop.OfRank("progress", "test", ProgressThread.NONE, this::onEnd),
            false,
            new Waiting(Waiting.Mode.SLEEP),
            time);
    private final CompletionQueue signals = new CompletionQueue(loop);
    private final List<Throwable> thrown = new CopyOnWriteArrayList<>();
    private final ProgressScheduler scheduler =
            new ProgressScheduler(loop, signals, "progress", thrown::add, SystemTime::now);

    private void onEnd() {
        log.add("end of " + Thread.currentThread().getName());
        ended.countDown();
    }

    @AfterEach
    void endLoop() throws InterruptedException {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        assertThat(ended.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("each turn ends with what was set for it, behind its commands")
    void endOfTurn() throws Exception {
        CompletableFuture<List<String>> turn = new CompletableFuture<>();
        loop.execute(() -> {
            loop.onEndOfTurn(() -> {
                log.add("end of turn");
                turn.complete(List.copyOf(log));
            });
            loop.execute(() -> log.add("second"));
            log.add("first");
        });
        assertThat(turn.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).containsExactly("first", "second", "end of turn");
    }

    @Test
    @DisplayName("RX-6 the thread is one that Reactor refuses to block, a daemon, and has the rank's name")
    void thread() {
        Mono<String> blocked = Mono.fromCallable(() -> {
            assertThat(Schedulers.isInNonBlockingThread()).isTrue();
            assertThat(Thread.currentThread().isDaemon()).isTrue();
            assertThatThrownBy(() -> Mono.never().block()).isInstanceOf(IllegalStateException.class);
            return Thread.currentThread().getName();
        });
        StepVerifier.create(blocked.subscribeOn(scheduler))
                .expectNext("progress")
                .expectComplete()
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("SIM-1 the next timer is due at a moment of the loop's time, not after so much of it")
    void nextTimer() {
        assertThat(inLoop(loop::nextTimerNanos)).isEqualTo(-1);
        time.advance(5, TimeUnit.SECONDS);
        assertThat(inLoop(() -> {
                    loop.schedule(() -> {}, 7, TimeUnit.SECONDS);
                    loop.schedule(() -> {}, 9, TimeUnit.SECONDS);
                    return loop.nextTimerNanos();
                }))
                .isEqualTo(TimeUnit.SECONDS.toNanos(12));
        time.advance(6, TimeUnit.SECONDS);
        assertThat(inLoop(loop::nextTimerNanos)).isEqualTo(TimeUnit.SECONDS.toNanos(12));
    }

    @Test
    @DisplayName("SIM-1 a loop whose time stands sleeps until a timer is due, and notices by itself that it is")
    void sleepsWhileTimeStands() throws InterruptedException {
        CountDownLatch timer = new CountDownLatch(1);
        Thread thread = inLoop(() -> {
            loop.schedule(timer::countDown, DELAY.toNanos(), TimeUnit.NANOSECONDS);
            return Thread.currentThread();
        });
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            assertThat(Thread.currentThread().isInterrupted())
                    .as("JUnit has waited long enough")
                    .isFalse();
            Thread.onSpinWait();
        }
        time.advance(DELAY.toNanos(), TimeUnit.NANOSECONDS);
        assertThat(timer.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("PRG-6 SIM-1 commands that start each other keep no timer waiting, also while the loop's time stands")
    void endlessCommands() throws InterruptedException {
        AtomicBoolean goesOn = new AtomicBoolean(true);
        CountDownLatch timer = new CountDownLatch(1);
        loop.execute(new Runnable() {
            @Override
            public void run() {
                if (goesOn.get()) {
                    loop.execute(this);
                }
            }
        });
        loop.execute(() -> loop.schedule(timer::countDown, 0, TimeUnit.NANOSECONDS));
        try {
            assertThat(timer.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } finally {
            goesOn.set(false);
        }
    }

    private <T> T inLoop(Supplier<T> asked) {
        return Mono.fromSupplier(asked)
                .subscribeOn(scheduler)
                .blockOptional(TIMEOUT)
                .orElseThrow();
    }

    @Test
    @DisplayName("the end is signalled on the loop's own thread, so that no other one keeps the JVM alive")
    void termination() {
        loop.terminationFuture()
                .addListener(end -> log.add("heard on " + Thread.currentThread().getName()));
        loop.execute(() -> loop.shutdownGracefully(0, 1, TimeUnit.SECONDS));
        assertThat(loop.terminationFuture().awaitUninterruptibly(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(ended)
                .satisfies(latch -> assertThat(latch.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                        .isTrue());
        assertThat(log).containsExactly("heard on progress", "end of progress");
    }

    @Test
    @DisplayName("the end is the thread's last act; commands that were taken run before it, later ones are refused")
    void end() throws InterruptedException {
        loop.execute(() -> {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            loop.execute(() -> log.add("taken"));
        });
        assertThat(ended.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();

        assertThat(log).containsExactly("taken", "end of progress");
        assertThatThrownBy(() -> loop.execute(() -> log.add("too late")))
                .isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    @DisplayName("a loop that has never run ends as well")
    void endUnused() throws InterruptedException {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        assertThat(ended.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("a command that throws ends neither the loop nor its turn")
    void throwingCommand() {
        loop.execute(() -> {
            throw new IllegalStateException("thrown by a command, on purpose");
        });
        StepVerifier.create(Mono.fromSupplier(() -> "alive").subscribeOn(scheduler))
                .expectNext("alive")
                .expectComplete()
                .verify(TIMEOUT);
    }

    @Test
    @DisplayName("the scheduler runs tasks now, later and again and again, in order, and disposing it has no effect")
    void schedulerRunsTasks() {
        StepVerifier.create(Flux.range(0, 1000).publishOn(scheduler).collectList())
                .assertNext(numbers -> assertThat(numbers).hasSize(1000).isSorted())
                .expectComplete()
                .verify(TIMEOUT);
        StepVerifier.create(Mono.delay(DELAY, scheduler))
                .expectSubscription()
                .then(() -> pass(DELAY))
                .expectNext(0L)
                .expectComplete()
                .verify(TIMEOUT);
        scheduler.dispose();
        StepVerifier.create(Flux.interval(DELAY, scheduler).take(3))
                .expectSubscription()
                .then(() -> pass(DELAY))
                .expectNext(0L)
                .then(() -> pass(DELAY.multipliedBy(2)))
                .expectNext(1L, 2L)
                .expectComplete()
                .verify(TIMEOUT);
        assertThat(scheduler.isDisposed()).isFalse();
        assertThat(scheduler).hasToString(scheduler.toString()).asString().contains("progress");
    }

    /** Time passes; the loop, which sleeps in the machine's time, has to be told. */
    private void pass(Duration delay) {
        time.advance(delay.toNanos(), TimeUnit.NANOSECONDS);
        loop.execute(() -> {});
    }

    @Test
    @DisplayName("MUL-8 each task is a step: what ends in it is signalled behind it, and before the next task")
    void tasksAreSteps() throws Exception {
        Scheduler.Worker worker = scheduler.createWorker();
        CountDownLatch done = new CountDownLatch(1);
        loop.submit(() -> {
                    scheduler.schedule(() -> endOne("first"));
                    worker.schedule(() -> endOne("second"));
                    scheduler.schedule(() -> endOne("third"), 1, TimeUnit.MILLISECONDS);
                    worker.schedule(() -> endOne("fourth"), 20, TimeUnit.MILLISECONDS);
                    scheduler.schedule(done::countDown, 40, TimeUnit.MILLISECONDS);
                })
                .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        pass(Duration.ofMillis(40));
        assertThat(done.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();

        assertThat(log)
                .containsExactly(
                        "first",
                        "signal of first",
                        "second",
                        "signal of second",
                        "third",
                        "signal of third",
                        "fourth",
                        "signal of fourth");
    }

    private void endOne(String name) {
        signals.started();
        signals.due(new Completable() {
            @Override
            protected void signal() {
                log.add("signal of " + name);
            }
        });
        log.add(name);
    }

    @Test
    @DisplayName("a task that was disposed does not run")
    void disposedTask() {
        var later = scheduler.schedule(() -> log.add("never"), 1, TimeUnit.HOURS);
        later.dispose();
        var worker = scheduler.createWorker();
        worker.schedule(() -> log.add("never"), 1, TimeUnit.HOURS);
        worker.dispose();
        assertThat(later.isDisposed()).isTrue();
        assertThat(worker.isDisposed()).isTrue();
        assertThat(log).isEmpty();
    }
}
