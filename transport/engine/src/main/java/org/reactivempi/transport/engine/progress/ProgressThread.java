package org.reactivempi.transport.engine.progress;

import io.netty.util.concurrent.FastThreadLocalThread;
import org.reactivempi.transport.channel.log.LogQueue;
import org.reactivempi.transport.channel.log.LoggingThread;
import reactor.core.scheduler.NonBlocking;

/**
 * A rank's progress thread: Reactor refuses to block it (RX-6), the log doesn't block it, and the JVM does not wait for it. What
 * the log was given is written before the rank's end is told.
 */
public final class ProgressThread extends FastThreadLocalThread implements LoggingThread, NonBlocking {

    /** In place of a rank: none of that job. */
    public static final int NONE = -1;

    private final Object job;
    private final int rank;
    private final Runnable onEnd;
    private final LogQueue logQueue;

    ProgressThread(Runnable loop, String name, Object job, int rank, Runnable onEnd) {
        super(loop, name);
        this.job = job;
        this.rank = rank;
        this.onEnd = onEnd;
        this.logQueue = new LogQueue(name + "-log");
        setDaemon(true);
    }

    /** Whose it is in a job; {@link #NONE} if its rank belongs to another one. */
    public int rankIn(Object job) {
        return this.job.equals(job) ? rank : NONE;
    }

    @Override
    public LogQueue logLines() {
        return logQueue;
    }

    @Override
    public void run() {
        super.run();
        logQueue.close();
        onEnd.run();
    }
}
