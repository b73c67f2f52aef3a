package org.reactivempi.transport.engine.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.progress.CompletionQueue;

class WatchdogTest {

    /** Were each one told after twice the time of the one before, the last would take an hour. */
    private static final int WAITS = 20;

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

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
