package org.reactivempi.transport.engine.diagnosis;

/** What a thread parks on ({@link java.util.concurrent.locks.LockSupport#getBlocker}) that waits for an operation. */
public interface Waiter {

    /** Whether it has been woken, though it may still look asleep. Any thread. */
    boolean isReleased();
}
