package org.reactivempi.transport.engine.progress;

import io.netty.util.concurrent.FastThreadLocalThread;
import reactor.core.scheduler.NonBlocking;

/** A rank's progress thread: Reactor refuses to block it (RX-6), and the JVM does not wait for it. */
public final class ProgressThread extends FastThreadLocalThread implements NonBlocking {

    /** In place of a rank: none of that job. */
    public static final int NONE = -1;

    private final Object job;
    private final int rank;
    private final Runnable onEnd;

    ProgressThread(Runnable loop, String name, Object job, int rank, Runnable onEnd) {
        super(loop, name);
        this.job = job;
        this.rank = rank;
        this.onEnd = onEnd;
        setDaemon(true);
    }

    /** Whose it is in a job; {@link #NONE} if its rank belongs to another one. */
    public int rankIn(Object job) {
        return this.job.equals(job) ? rank : NONE;
    }

    @Override
    public void run() {
        super.run();
        onEnd.run();
    }
}
