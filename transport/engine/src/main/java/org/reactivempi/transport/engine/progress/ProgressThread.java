package org.reactivempi.transport.engine.progress;

import io.netty.util.concurrent.FastThreadLocalThread;
import reactor.core.scheduler.NonBlocking;

/** A rank's progress thread: Reactor refuses to block it (RX-6), and the JVM does not wait for it. */
final class ProgressThread extends FastThreadLocalThread implements NonBlocking {

    private final Runnable onEnd;

    ProgressThread(Runnable loop, String name, Runnable onEnd) {
        super(loop, name);
        this.onEnd = onEnd;
        setDaemon(true);
    }

    @Override
    public void run() {
        super.run();
        onEnd.run();
    }
}
