package org.reactivempi.testkit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.sim.World;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.CorePublisher;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Reactor as a simulated job sees it: its own schedulers run tasks as later turns of the rank that acts, on the job's time, and a program
 * that blocks on a publisher lets all ranks go on. Other threads of the JVM have Reactor as it was. One job at a time has it so.
 */
final class SimulatedSchedulers implements AutoCloseable {

    private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();
    private static final String KEY = "reactive-mpi-simulation";

    private final Scheduler realParallel;
    private final Scheduler realSingle;
    private final Scheduler realElastic;
    private final Schedulers.Snapshot before;
    private volatile @Nullable World world;

    private SimulatedSchedulers() {
        realParallel = Schedulers.parallel();
        realSingle = Schedulers.single();
        realElastic = Schedulers.boundedElastic();
        before = Schedulers.setFactoryWithSnapshot(new Factory());
        Hooks.onLastOperator(KEY, this::waiting);
    }

    /** Waits until no other simulation runs. */
    static SimulatedSchedulers begin() {
        ONE_AT_A_TIME.lock();
        try {
            return new SimulatedSchedulers();
        } catch (Throwable failed) {
            ONE_AT_A_TIME.unlock();
            throw failed;
        }
    }

    /** The job whose turn it is from now on; null where there is none. */
    void use(@Nullable World world) {
        this.world = world;
    }

    @Override
    public void close() {
        try {
            Hooks.resetOnLastOperator(KEY);
            Schedulers.resetFrom(before);
        } finally {
            ONE_AT_A_TIME.unlock();
        }
    }

    /** The job, if the calling thread is the one that acts in it. */
    private @Nullable World own() {
        World job = world;
        return job != null && job.holder() == Thread.currentThread() ? job : null;
    }

    // ---- Programs that block

    private <T> Publisher<T> waiting(Publisher<T> source) {
        World job = own();
        return job != null && job.isProgram() ? new Waiting<>(source, job) : source;
    }

    /** A publisher whose subscriber blocks the calling thread: before it does, all that it waits for has come. */
    private record Waiting<T>(Publisher<T> source, World job) implements CorePublisher<T> {

        @Override
        public void subscribe(CoreSubscriber<? super T> subscriber) {
            if (source instanceof CorePublisher<T> core) {
                core.subscribe(subscriber);
            } else {
                Flux.from(source).subscribe(subscriber);
            }
            // That of block(), blockFirst(), blockLast() and blockOptional().
            if (subscriber instanceof CountDownLatch end && job.isProgram()) {
                job.await(() -> end.getCount() == 0);
            }
        }

        @Override
        public void subscribe(Subscriber<? super T> subscriber) {
            source.subscribe(subscriber);
        }
    }

    // ---- Schedulers

    private final class Factory implements Schedulers.Factory {

        @Override
        public Scheduler newParallel(int parallelism, ThreadFactory threads) {
            return new Simulated(() -> realParallel);
        }

        @Override
        public Scheduler newSingle(ThreadFactory threads) {
            return new Simulated(() -> realSingle);
        }

        @Override
        public Scheduler newBoundedElastic(int most, int mostWaiting, ThreadFactory threads, int secondsToLive) {
            return new Simulated(() -> realElastic);
        }
    }

    /** Where a task runs depends on who schedules it. */
    private final class Simulated implements Scheduler {

        private final Supplier<Scheduler> real;

        Simulated(Supplier<Scheduler> real) {
            this.real = real;
        }

        @Override
        public Disposable schedule(Runnable task) {
            World job = own();
            return job == null ? real.get().schedule(task) : job.schedule(task, 0);
        }

        @Override
        public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
            World job = own();
            return job == null ? real.get().schedule(task, delay, unit) : job.schedule(task, unit.toNanos(delay));
        }

        @Override
        public Disposable schedulePeriodically(Runnable task, long initialDelay, long period, TimeUnit unit) {
            World job = own();
            return job == null
                    ? real.get().schedulePeriodically(task, initialDelay, period, unit)
                    : new Periodic(this, task, unit.toNanos(initialDelay), Math.max(1, unit.toNanos(period)));
        }

        @Override
        public long now(TimeUnit unit) {
            World job = own();
            return job == null
                    ? real.get().now(unit)
                    : unit.convert(Duration.ofMillis(job.clock().millis()));
        }

        @Override
        public Worker createWorker() {
            return own() == null ? real.get().createWorker() : new SimulatedWorker(this);
        }
    }

    /** A task that comes again and again, until it is disposed of. */
    private static final class Periodic implements Disposable {

        private final Scheduler scheduler;
        private final Runnable task;
        private final long periodNanos;
        private final Disposable.Swap next = Disposables.swap();

        Periodic(Scheduler scheduler, Runnable task, long firstNanos, long periodNanos) {
            this.scheduler = scheduler;
            this.task = task;
            this.periodNanos = periodNanos;
            next.update(scheduler.schedule(this::run, firstNanos, TimeUnit.NANOSECONDS));
        }

        private void run() {
            if (!isDisposed()) {
                next.update(scheduler.schedule(this::run, periodNanos, TimeUnit.NANOSECONDS));
                task.run();
            }
        }

        @Override
        public void dispose() {
            next.dispose();
        }

        @Override
        public boolean isDisposed() {
            return next.isDisposed();
        }
    }

    /** All its tasks end with it. */
    private static final class SimulatedWorker implements Scheduler.Worker {

        private final Scheduler scheduler;
        private final Disposable.Composite tasks = Disposables.composite();

        SimulatedWorker(Scheduler scheduler) {
            this.scheduler = scheduler;
        }

        private Disposable own(Disposable task) {
            if (!tasks.add(task)) {
                throw new RejectedExecutionException("the worker has been disposed of");
            }
            return task;
        }

        @Override
        public Disposable schedule(Runnable task) {
            return own(scheduler.schedule(task));
        }

        @Override
        public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
            return own(scheduler.schedule(task, delay, unit));
        }

        @Override
        public Disposable schedulePeriodically(Runnable task, long initialDelay, long period, TimeUnit unit) {
            return own(scheduler.schedulePeriodically(task, initialDelay, period, unit));
        }

        @Override
        public void dispose() {
            tasks.dispose();
        }

        @Override
        public boolean isDisposed() {
            return tasks.isDisposed();
        }
    }
}
