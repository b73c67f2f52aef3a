package org.reactivempi.transport.engine.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which threads sleep until another one wakes them. Each thread here is looked at alone, by {@code sleeps}. */
class JvmThreadsTest {

    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void wake() {
        end.countDown();
    }

    @Test
    @DisplayName("a thread that waits without a limit sleeps: for a latch, or a monitor")
    void sleeps() {
        assertThat(comesToSleep(started(this::awaitEnd))).isTrue();
        Object monitor = new Object();
        Thread waiter = started(() -> {
            synchronized (monitor) {
                try {
                    monitor.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        assertThat(comesToSleep(waiter)).isTrue();
        waiter.interrupt();
    }

    @Test
    @DisplayName("one that runs does not, nor one that waits for some time, or for a task whose time will come")
    void acts() {
        Thread running = started(() -> {
            while (end.getCount() > 0) {
                Thread.onSpinWait();
            }
        });
        assertThat(JvmThreads.sleeps(running, running.getStackTrace())).isFalse();

        Thread timed = started(() -> LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(60)));
        awaitState(timed, Thread.State.TIMED_WAITING);
        assertThat(JvmThreads.sleeps(timed, timed.getStackTrace())).isFalse();
        LockSupport.unpark(timed);

        Thread[] worker = new Thread[1];
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1, task -> worker[0] = new Thread(task));
        timer.schedule(() -> {}, 60, TimeUnit.SECONDS);
        awaitState(worker[0], Thread.State.TIMED_WAITING);
        assertThat(JvmThreads.sleeps(worker[0], worker[0].getStackTrace())).isFalse();
        timer.shutdownNow();
    }

    @Test
    @DisplayName("an idle worker of a pool sleeps, though it will end after some time")
    void idleWorker() {
        Thread[] worker = new Thread[1];
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                0, 1, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> worker[0] = new Thread(task));
        pool.execute(() -> {});
        awaitState(worker[0], Thread.State.TIMED_WAITING);

        assertThat(JvmThreads.sleeps(worker[0], worker[0].getStackTrace())).isTrue();
        pool.shutdownNow();
    }

    @Test
    @DisplayName("a thread that waits for an operation which has ended is awake, though it has not run yet")
    void released() {
        Waiter blocker = () -> true;
        Thread thread = started(() -> {
            while (end.getCount() > 0) {
                LockSupport.park(blocker);
            }
        });
        awaitState(thread, Thread.State.WAITING);

        assertThat(JvmThreads.sleeps(thread, thread.getStackTrace())).isFalse();
        end.countDown();
        LockSupport.unpark(thread);
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean comesToSleep(Thread thread) {
        awaitState(thread, Thread.State.WAITING);
        return JvmThreads.sleeps(thread, thread.getStackTrace());
    }

    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.yield();
        }
    }

    private static Thread started(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
