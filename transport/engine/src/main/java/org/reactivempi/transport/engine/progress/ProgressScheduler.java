package org.reactivempi.transport.engine.progress;

import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The progress loop as a Reactor scheduler. It lives as long as its rank: disposing it has no effect.
 *
 * <p>Each task is a step. What ends while the task runs is signalled after it, so that of the operations which it starts
 * the first one cannot go on and on before the second one has begun (MUL-8).
 */
public final class ProgressScheduler implements Scheduler {

    private final Scheduler loop;
    private final Signals signals;

    /** A scheduler whose tasks run on {@code loop}, in steps of {@code signals}. */
    public ProgressScheduler(ProgressLoop loop, Signals signals, String name) {
        this.loop = Schedulers.fromExecutorService(loop, name);
        this.signals = signals;
    }

    /** Whether the caller is the progress thread of some rank. */
    public static boolean inProgressThread() {
        return Thread.currentThread() instanceof ProgressThread;
    }

    @Override
    public Disposable schedule(Runnable task) {
        return loop.schedule(step(task));
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
        return loop.schedule(step(task), delay, unit);
    }

    @Override
    public Disposable schedulePeriodically(Runnable task, long initialDelay, long period, TimeUnit unit) {
        return loop.schedulePeriodically(step(task), initialDelay, period, unit);
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
        return () -> signals.step(task);
    }

    private final class StepWorker implements Worker {

        private final Worker worker;

        StepWorker(Worker worker) {
            this.worker = worker;
        }

        @Override
        public Disposable schedule(Runnable task) {
            return worker.schedule(step(task));
        }

        @Override
        public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
            return worker.schedule(step(task), delay, unit);
        }

        @Override
        public Disposable schedulePeriodically(Runnable task, long initialDelay, long period, TimeUnit unit) {
            return worker.schedulePeriodically(step(task), initialDelay, period, unit);
        }

        @Override
        public void dispose() {
            worker.dispose();
        }

        @Override
        public boolean isDisposed() {
            return worker.isDisposed();
        }
    }
}
