package org.reactivempi.transport.channel;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Threads for work that blocks: looks at files and at name services, and functions of the program that may take their time. All ranks of a
 * JVM share them.
 *
 * <p>Reactor's threads for this are the program's as well. It may block all of them, each for an operation that ends when such work has
 * been done, and work that stands in line after those would never be.
 */
public final class Workers {

    /** The names of threads that run none of a program's code begin otherwise. */
    private static final String NAME = "mpi-worker-";

    private static final long IDLE_SECONDS = 60;
    private static final AtomicInteger number = new AtomicInteger();
    /** Threads in this group belong to no rank, whichever rank's thread makes them. */
    private static final ThreadGroup GROUP = new ThreadGroup(ofTheJvm(), "mpi-workers");

    private static final Scheduler SCHEDULER = Schedulers.fromExecutorService(pool(), "mpi-workers");

    private Workers() {}

    /**
     * The threads: as many as Reactor has for this at most. Work that finds none free waits for the first that is.
     *
     * @return always the same; it has no timers, and nobody may dispose of it
     */
    public static Scheduler scheduler() {
        return SCHEDULER;
    }

    private static ExecutorService pool() {
        int most = Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE;
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                most, most, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Workers::thread);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(GROUP, work, NAME + number.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    private static ThreadGroup ofTheJvm() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }
}
