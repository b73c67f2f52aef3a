package org.reactivempi.transport.engine.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.progress.CompletionQueue;

class WatchdogTest {

    /** Were each one told after twice the time of the one before, the last would take an hour. */
    private static final int WAITS = 20;

    private static final Pattern SECONDS = Pattern.compile("for ([0-9.]+) s at least");

    @Test
    @DisplayName("each wait that keeps the progress thread is told after the same time, however many there were before")
    void patience() throws InterruptedException {
        StallSettings settings =
                new StallSettings(Duration.ofMillis(30), Duration.ofSeconds(10), Duration.ofMillis(1), List.of());
        CountDownLatch done = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        Thread busy = new Thread(() -> new CompletionQueue(Runnable::run).step(() -> {
            inside.countDown();
            awaitQuietly(done);
        }));
        busy.start();
        inside.await();
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        Watchdog watchdog = new Watchdog(3, settings, () -> busy, told::add);
        watchdog.start();
        try {
            for (int i = 0; i < WAITS; i++) {
                assertThat(told.poll(120, TimeUnit.SECONDS))
                        .as("report %d", i)
                        .contains("rank 3 moves no message", "awaitQuietly");
                watchdog.onTick();
                told.clear();
            }
        } finally {
            watchdog.end();
            done.countDown();
            busy.join();
        }
    }

    @Test
    @DisplayName("a thread that could run, and gets no processor, is told after ten times as many looks")
    void getsNoProcessor() throws InterruptedException {
        Told whole = told(calls -> calls * Duration.ofHours(1).toNanos());
        Told none = told(calls -> 0);
        assertThat(whole.looks()).isLessThan(10);
        assertThat(none.looks()).isGreaterThan(30);
        assertThat(told(calls -> -1).looks()).as("where nobody knows").isEqualTo(whole.looks());
        assertThat(whole.seconds()).isLessThan(0.2);
        assertThat(none.seconds())
                .as("the time that has passed, whatever it counts")
                .isGreaterThan(0.5);
    }

    /**
     * What comes of a thread that computes.
     *
     * @param looks how often it was asked for the time that the thread has had, until that was told
     * @param report what was told
     */
    private record Told(int looks, String report) {

        double seconds() {
            Matcher time = SECONDS.matcher(report);
            assertThat(time.find()).as(report).isTrue();
            return Double.parseDouble(time.group(1));
        }
    }

    private static Told told(LongUnaryOperator processorNanos) throws InterruptedException {
        StallSettings settings =
                new StallSettings(Duration.ofMillis(30), Duration.ofSeconds(10), Duration.ofMillis(80), List.of());
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch inside = new CountDownLatch(1);
        Thread busy = new Thread(() -> new CompletionQueue(Runnable::run).step(() -> {
            inside.countDown();
            while (!done.get()) {
                Thread.onSpinWait();
            }
        }));
        busy.start();
        inside.await();
        AtomicInteger calls = new AtomicInteger();
        BlockingQueue<Told> told = new LinkedBlockingQueue<>();
        Watchdog watchdog = new Watchdog(
                3,
                settings,
                () -> busy,
                report -> told.add(new Told(calls.get(), report)),
                thread -> processorNanos.applyAsLong(calls.incrementAndGet()));
        watchdog.start();
        try {
            Told first = told.poll(120, TimeUnit.SECONDS);
            assertThat(first).isNotNull();
            return first;
        } finally {
            watchdog.end();
            done.set(true);
            busy.join();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
