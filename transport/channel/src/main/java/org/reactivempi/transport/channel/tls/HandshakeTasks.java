package org.reactivempi.transport.channel.tls;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The costly steps of one connection's handshakes, done one after the other by a thread which is not the progress thread.
 *
 * <pre>
 *  progress thread  execute: begin -----------------------------&gt; goes on with what the task has made
 *  worker                     +--waits for others--&gt; task, end ----^
 * </pre>
 * What waits when nobody needs its connection any more is passed over.
 */
final class HandshakeTasks implements Executor {

    private final Executor worker;
    private final AtomicInteger unfinished = new AtomicInteger();
    private volatile boolean abandoned;
    private Runnable begin = () -> {};
    private Runnable end = () -> {};

    HandshakeTasks(Executor worker) {
        this.worker = worker;
    }

    /** Sets what runs before each task, on the progress thread, and after each, on the worker. */
    void watch(Runnable begin, Runnable end) {
        this.begin = begin;
        this.end = end;
    }

    @Override
    public void execute(Runnable task) {
        unfinished.incrementAndGet();
        begin.run();
        worker.execute(() -> run(task));
    }

    private void run(Runnable task) {
        try {
            if (!abandoned) {
                task.run();
            }
        } finally {
            unfinished.decrementAndGet();
            end.run();
        }
    }

    /** Whether a task waits or runs: a thread that touches the TLS engine now may have to wait for it. */
    boolean isBusy() {
        return unfinished.get() > 0;
    }

    /** The connection has ended. */
    void abandon() {
        abandoned = true;
    }
}
