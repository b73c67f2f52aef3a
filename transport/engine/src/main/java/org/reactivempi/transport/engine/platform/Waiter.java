package org.reactivempi.transport.engine.platform;

import reactor.core.scheduler.Scheduler;

/**
 * What a thread parks on ({@link java.util.concurrent.locks.LockSupport#getBlocker}) while it waits for an operation. It tells
 * for sure whether the thread has been woken, which the state of a thread doesn't.
 */
public interface Waiter {

    /** Whether the operation has ended, so that the thread is awake or about to be. Any thread. */
    boolean isReleased();

    /** Whether the operation is of the rank that has this progress scheduler. Any thread. */
    boolean isOf(Scheduler scheduler);
}
