package org.reactivempi.transport.engine.progress;

import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.ImmediateEventExecutor;

/**
 * The end of a progress loop, for threads that wait for it. Netty's own tells them on a thread that keeps the JVM alive for a
 * second more; this one on the loop's thread, as its last act but one.
 */
final class Termination extends DefaultPromise<Void> {

    Termination() {
        super(ImmediateEventExecutor.INSTANCE);
    }

    /** Any thread may wait, since none of them is the executor's. */
    @Override
    protected void checkDeadLock() {}
}
