package org.reactivempi.transport.engine.progress;

import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The progress loop as a Reactor scheduler. It lives as long as its rank: disposing it has no effect. */
public final class ProgressScheduler implements Scheduler {

    private final Scheduler loop;

    /** A scheduler whose tasks run on {@code loop}. */
    public ProgressScheduler(ProgressLoop loop, String name) {
        this.loop = Schedulers.fromExecutorService(loop, name);
    }

    @Override
    public Disposable schedule(Runnable task) {
        return loop.schedule(task);
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
        return loop.schedule(task, delay, unit);
    }

    @Override
    public Disposable schedulePeriodically(Runnable task, long initialDelay, long period, TimeUnit unit) {
        return loop.schedulePeriodically(task, initialDelay, period, unit);
    }

    @Override
    public Worker createWorker() {
        return loop.createWorker();
    }

    @Override
    public String toString() {
        return loop.toString();
    }
}
