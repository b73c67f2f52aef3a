package org.reactivempi.transport.engine.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.scheduler.Schedulers;

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
        assertThat(JvmThreads.sleeps(running, running.getStackTrace(), any -> true))
                .isFalse();

        Thread timed = started(() -> LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(60)));
        awaitState(timed, Thread.State.TIMED_WAITING);
        assertThat(JvmThreads.sleeps(timed, timed.getStackTrace(), any -> true)).isFalse();
        LockSupport.unpark(timed);

        Thread[] worker = new Thread[1];
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1, task -> worker[0] = new Thread(task));
        timer.schedule(() -> {}, 60, TimeUnit.SECONDS);
        awaitState(worker[0], Thread.State.TIMED_WAITING);
        assertThat(JvmThreads.sleeps(worker[0], worker[0].getStackTrace(), any -> true))
                .isFalse();
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

        assertThat(JvmThreads.sleeps(worker[0], worker[0].getStackTrace(), any -> true))
                .isTrue();
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

        assertThat(JvmThreads.sleeps(thread, thread.getStackTrace(), any -> true))
                .isFalse();
        end.countDown();
        LockSupport.unpark(thread);
    }

    @Test
    @DisplayName("one that has been interrupted is awake, though it has not run yet")
    void interrupted() {
        Thread thread = new Thread(this::awaitEnd) {
            @Override
            public boolean isInterrupted() {
                return true;
            }
        };
        thread.setDaemon(true);
        thread.start();
        awaitState(thread, Thread.State.WAITING);

        assertThat(JvmThreads.sleeps(thread, thread.getStackTrace(), any -> true))
                .isFalse();
    }

    @Test
    @DisplayName("one that waits at a monitor has to have waited for no time shortly before as well")
    void monitorForSomeTime() {
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
        awaitState(waiter, Thread.State.WAITING);

        assertThat(JvmThreads.sleeps(waiter, waiter.getStackTrace(), any -> false))
                .isFalse();
        waiter.interrupt();
    }

    @Test
    @DisplayName(
            "a worker that waits for some time in a queue which is not the JDK's may have a task whose time will come")
    void queueOfAnotherKind() {
        Thread[] worker = new Thread[1];
        LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>() {
            @Override
            public Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
                return super.poll(timeout, unit);
            }
        };
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(0, 1, 60, TimeUnit.SECONDS, queue, task -> worker[0] = new Thread(task));
        pool.execute(() -> {});
        awaitState(worker[0], Thread.State.TIMED_WAITING);

        assertThat(JvmThreads.sleeps(worker[0], worker[0].getStackTrace(), any -> true))
                .isFalse();
        pool.shutdownNow();
    }

    @Test
    @DisplayName(
            "a thread of Reactor's shared timers whose time limit was cancelled comes to sleep when it is refreshed")
    void sharedTimers() {
        AtomicReference<Thread> worker = new AtomicReference<>();
        Schedulers.single().schedule(() -> worker.set(Thread.currentThread()));
        Disposable task = Schedulers.single().schedule(() -> {}, 60, TimeUnit.SECONDS);
        Thread single = awaited(worker);
        awaitState(single, Thread.State.TIMED_WAITING);
        SharedTimers.refresh();
        assertThat(JvmThreads.sleeps(single, single.getStackTrace(), any -> true))
                .isFalse();

        task.dispose();

        while (single.getState() != Thread.State.WAITING) {
            SharedTimers.refresh();
            Thread.yield();
        }
        assertThat(JvmThreads.sleeps(single, single.getStackTrace(), any -> true))
                .isTrue();
    }

    @Test
    @DisplayName(
            "a thread that has the name of one of the JVM's, or begins like one, counts, unless the user vouches for it")
    void names() {
        Thread cleaner = started(this::awaitEnd);
        cleaner.setName("Cleaner-1");
        assertThat(Bystanders.contain(cleaner)).isFalse();
        cleaner.setName("Finalizer of jobs");
        assertThat(Bystanders.contain(cleaner)).isFalse();
        cleaner.setName("reactive-mpi-3");
        assertThat(Bystanders.contain(cleaner)).isTrue();
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().equals("Common-Cleaner"))
                .allMatch(Bystanders::contain);
    }

    private static Thread awaited(AtomicReference<Thread> thread) {
        while (thread.get() == null) {
            Thread.yield();
        }
        return thread.get();
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
        return JvmThreads.sleeps(thread, thread.getStackTrace(), any -> true);
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
