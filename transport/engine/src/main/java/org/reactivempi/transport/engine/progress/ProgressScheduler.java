package org.reactivempi.transport.engine.progress;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The progress loop as a Reactor scheduler. It lives as long as its rank: disposing it has no effect.
 *
 * <p>Each task is a step. What ends while the task runs is signalled after it, so that of the operations which it starts
 * the first one cannot go on and on before the second one has begun (MUL-8).
 *
 * <p>Its time is the rank's date, which timers of Reactor such as {@code timed()} show.
 *
 * <p>Its tasks run on the progress thread alone, also while a thread of the program is inside the loop. A timer that is due meanwhile
 * becomes a task.
 */
public final class ProgressScheduler implements Scheduler {

    private final RankLoop progress;
    private final Scheduler loop;
    private final CompletionQueue signals;
    private final Consumer<Throwable> thrown;
    private final InstantSource clock;
    private final AtomicInteger timers = new AtomicInteger();

    /**
     * A scheduler on a progress loop.
     *
     * @param loop where its tasks run
     * @param signals of whose steps each task is one
     * @param name for the log
     * @param thrown gets what a task throws, before Reactor, which drops the errors of the JVM
     * @param clock the date
     */
    public ProgressScheduler(
            RankLoop loop, CompletionQueue signals, String name, Consumer<Throwable> thrown, InstantSource clock) {
        this.progress = loop;
        this.loop = Schedulers.fromExecutorService(loop, name);
        this.signals = signals;
        this.thrown = thrown;
        this.clock = clock;
    }

    @Override
    public Disposable schedule(Runnable task) {
        return loop.schedule(step(task));
    }

    @Override
    public long now(TimeUnit unit) {
        return unit.convert(Duration.between(Instant.EPOCH, clock.instant()));
    }

    /** Where its tasks run. */
    public RankLoop loop() {
        return progress;
    }

    /** How often code of the program has begun to run that no operation has woken; on the progress thread. */
    public long acts() {
        return signals.acts();
    }

    /** How many tasks wait for their time; any thread. */
    public int timers() {
        return timers.get();
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
        Timer timer = new Timer(step(task), false);
        return timer.of(loop.schedule(timer, delay, unit));
    }

    @Override
    public Disposable schedulePeriodically(Runnable task, long initialDelay, long period, TimeUnit unit) {
        Timer timer = new Timer(step(task), true);
        return timer.of(loop.schedulePeriodically(timer, initialDelay, period, unit));
    }

    @Override
    public Worker createWorker() {
        return new StepWorker(loop.createWorker());
    }

    @Override
    public String toString() {
        return loop.toString();
    }

    private Runnable step(Runnable task) {
        return () -> {
            try {
                signals.act(task);
            } catch (Throwable failure) {
                thrown.accept(failure);
                throw failure;
            }
        };
    }

    private final class StepWorker implements Worker {

        private final Worker worker;
        private final Queue<Timer> waiting = new ConcurrentLinkedQueue<>();

        StepWorker(Worker worker) {
            this.worker = worker;
        }

        @Override
        public Disposable schedule(Runnable task) {
            return worker.schedule(step(task));
        }

        @Override
        public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
            Timer timer = new Timer(step(task), false);
            return own(timer, timer.of(worker.schedule(timer, delay, unit)));
        }

        @Override
        public Disposable schedulePeriodically(Runnable task, long initialDelay, long period, TimeUnit unit) {
            Timer timer = new Timer(step(task), true);
            return own(timer, timer.of(worker.schedulePeriodically(timer, initialDelay, period, unit)));
        }

        private Disposable own(Timer timer, Disposable scheduled) {
            waiting.removeIf(Timer::isOver);
            waiting.add(timer);
            return scheduled;
        }

        @Override
        public void dispose() {
            worker.dispose();
            waiting.forEach(Timer::end);
        }

        @Override
        public boolean isDisposed() {
            return worker.isDisposed();
        }
    }

    /** A task that waits for its time, and is counted as long as it may come. */
    private final class Timer implements Runnable {

        private final Runnable task;
        private final boolean periodic;
        private final AtomicBoolean over = new AtomicBoolean();

        Timer(Runnable task, boolean periodic) {
            this.task = task;
            this.periodic = periodic;
            timers.incrementAndGet();
        }

        /** What cancels it as {@code scheduled} does; throws nothing away if that is so already. */
        Disposable of(Disposable scheduled) {
            return Disposables.composite(scheduled, this::end);
        }

        boolean isOver() {
            return over.get();
        }

        void end() {
            if (over.compareAndSet(false, true)) {
                timers.decrementAndGet();
            }
        }

        @Override
        public void run() {
            if (progress.isLent()) {
                loop.schedule(this);
                return;
            }
            if (isOver()) {
                // Since it was due.
                return;
            }
            if (!periodic) {
                end();
            }
            task.run();
        }
    }
}
