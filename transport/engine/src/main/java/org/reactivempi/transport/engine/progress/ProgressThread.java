package org.reactivempi.transport.engine.progress;

import io.netty.util.concurrent.FastThreadLocalThread;
import reactor.core.scheduler.NonBlocking;

/** A rank's progress thread: Reactor refuses to block it (RX-6), and the JVM does not wait for it. */
public final class ProgressThread extends FastThreadLocalThread implements NonBlocking {

    private final Object job;
    private final Runnable onEnd;

    ProgressThread(Runnable loop, String name, Object job, Runnable onEnd) {
        super(loop, name);
        this.job = job;
        this.onEnd = onEnd;
        setDaemon(true);
    }

    /** Whether its rank belongs to a job. */
    public boolean isOf(Object job) {
        return this.job.equals(job);
    }

    @Override
    public void run() {
        super.run();
        onEnd.run();
    }
}
