package org.reactivempi.transport.engine.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.test.StepVerifier;

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
    @DisplayName("a StepVerifier that polls sleeps, and does not while it runs what it was told to do")
    void verifier() throws InterruptedException {
        Sinks.One<String> answer = Sinks.one();
        CountDownLatch told = new CountDownLatch(1);
        Thread verifier = started(() -> StepVerifier.create(answer.asMono())
                .expectSubscription()
                .then(() -> {
                    told.countDown();
                    while (end.getCount() > 0) {
                        Thread.onSpinWait();
                    }
                })
                .expectNext("late")
                .expectComplete()
                .verify(Duration.ofHours(1)));
        told.await();
        assertThat(JvmThreads.sleeps(verifier, verifier.getStackTrace(), any -> true))
                .isFalse();
        end.countDown();
        while (!JvmThreads.sleeps(verifier, verifier.getStackTrace(), any -> true)) {
            Thread.yield();
        }
        assertThat(verifier.getState()).isNotEqualTo(Thread.State.WAITING);
        answer.tryEmitValue("late");
    }

    @Test
    @DisplayName("a thread that waits for an operation which has ended is awake, though it has not run yet")
    void released() {
        Waiter blocker = new Waiter() {
            @Override
            public boolean isReleased() {
                return true;
            }

            @Override
            public boolean isOf(Scheduler scheduler) {
                return true;
            }
        };
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
    @DisplayName("a thread waits for a time limit that was cancelled, and sleeps when that time is over")
    void cancelledLimit() {
        Thread[] worker = new Thread[1];
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> worker[0] = new Thread(task));
        timer.setRemoveOnCancelPolicy(true);
        Future<?> limit = timer.schedule(() -> {}, 1, TimeUnit.HOURS);
        awaitState(worker[0], Thread.State.TIMED_WAITING);
        limit.cancel(false);
        assertThat(JvmThreads.sleeps(worker[0], worker[0].getStackTrace(), any -> true))
                .isFalse();

        // It looks for the next task, as when the time is over.
        worker[0].interrupt();
        awaitState(worker[0], Thread.State.WAITING);
        assertThat(JvmThreads.sleeps(worker[0], worker[0].getStackTrace(), any -> true))
                .isTrue();
        timer.shutdownNow();
    }

    @Test
    @DisplayName("the flight recorder's threads do nothing for the program, unless they run an event that it has added")
    void flightRecorder() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        Runnable added = () -> {
            called.countDown();
            awaitEnd();
        };
        try (Recording recording = new Recording()) {
            recording.enable("jdk.CPULoad").withPeriod(Duration.ofMillis(20));
            recording.setDuration(Duration.ofSeconds(60));
            recording.start();
            for (String name : List.of("JFR Periodic Tasks", "JFR Recording Scheduler")) {
                Thread recorder = named(name);
                awaitState(recorder, Thread.State.TIMED_WAITING);
                assertThat(JvmThreads.records(recorder, recorder.getStackTrace()))
                        .as(name)
                        .isTrue();
            }

            FlightRecorder.addPeriodicEvent(Added.class, added);
            recording.enable(Added.class).withPeriod(Duration.ofMillis(20));
            assertThat(called.await(120, TimeUnit.SECONDS)).isTrue();
            Thread recorder = named("JFR Periodic Tasks");
            assertThat(JvmThreads.records(recorder, recorder.getStackTrace())).isFalse();
        } finally {
            end.countDown();
            FlightRecorder.removePeriodicEvent(added);
        }
    }

    /** An event of a program. */
    private static final class Added extends Event {}

    private static Thread named(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("a Cleaner's thread that waits for garbage sleeps")
    void cleaner() {
        Thread[] worker = new Thread[1];
        Cleaner cleaner = Cleaner.create(task -> worker[0] = new Thread(task));
        awaitState(worker[0], Thread.State.TIMED_WAITING);

        assertThat(JvmThreads.sleeps(worker[0], worker[0].getStackTrace(), any -> true))
                .isTrue();
        Reference.reachabilityFence(cleaner);
    }

    @Test
    @DisplayName("the JVM's own threads are told by their group, whatever another thread is called")
    void threadsOfTheJvm() {
        Thread thread = started(this::awaitEnd);
        thread.setName("Reference Handler");

        assertThat(JvmThreads.isOfTheJvm(thread)).isFalse();
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(each -> each != thread && each.getName().equals("Reference Handler"))
                .hasSize(1)
                .allMatch(JvmThreads::isOfTheJvm);
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
