package org.reactivempi.transport.engine.progress;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which thread is inside a progress loop: the progress thread, or a thread of the program that drives the loop while it waits for
 * an operation.
 *
 * <pre>
 *  progress thread --stands aside for a thread that wants the loop--&gt; nobody &lt;--take, leave--&gt; a thread that waits
 *         ^                                                             |                             |
 *         +--a command has come, or nobody has taken it for a while ----+                             |
 *         +--handed back: there is something to wait for, or other threads wait ----------------------+
 * </pre>
 * A thread that blocks again and again so finds the loop free, with one compare-and-set, and the progress thread sleeps: two ranks
 * on two cores have two running threads. What one owner has written the next one reads, since the owner is volatile.
 */
final class LoopOwner {

    /** How long the progress thread stands aside without anybody in the loop; then it serves the peers, at the latest after twice as long. */
    static final long ASIDE_NANOS = 500_000;

    /**
     * The same, after looks that have found threads in the loop again and again: each look takes some 40 us from the thread inside, for
     * the system's timer and two changes of threads.
     */
    static final long LONGEST_ASIDE_NANOS = 2_000_000;

    /** The same, where one thread has been inside all the time, or threads came every few microseconds: those suffer most. */
    static final long LONGEST_ASIDE_OF_BUSY_NANOS = 8_000_000;

    /** Threads that take the loop after so long, on average, are busy with it. */
    private static final long BUSY_TAKE_NANOS = 20_000;

    /** How long a thread waits for the loop: a little longer than the system takes to wake the progress thread. */
    private static final long MOST_WAIT_NANOS = 100_000;

    /** {@link #ASIDE_NANOS} where no test wants to prove that the time is not needed. */
    private final long shortestAsideNanos;

    private final AtomicReference<@Nullable Thread> owner = new AtomicReference<>();
    private final AtomicReference<@Nullable Thread> wanting = new AtomicReference<>();
    private final AtomicInteger parked = new AtomicInteger();
    /** The thread that owns the loop whenever no other does; null before its start and after its end. */
    private volatile @Nullable Thread progress;
    /** How often another thread has taken the loop. Only owners write it; the progress thread may read an old value, and then takes the loop early. */
    private int takes;
    /** Whether the thread inside has come for a moment only. Written as {@link #takes} is. */
    private boolean isVisited;
    /** How many times the progress thread has come back by the time, and had something to do. Only that thread writes it. */
    private volatile int lateReturns;

    LoopOwner() {
        this(ASIDE_NANOS);
    }

    /** One whose progress thread stands aside for so long at least. */
    LoopOwner(long shortestAsideNanos) {
        this.shortestAsideNanos = shortestAsideNanos;
    }

    /**
     * How many times the progress thread has found something to do only when its time was over, that another thread should have woken it
     * for. Such a thread may have been about to, at that very moment, where the machine is busy; any thread.
     */
    int lateReturns() {
        return lateReturns;
    }

    /** Whether {@code thread} is inside; any thread. */
    boolean is(Thread thread) {
        return owner.get() == thread;
    }

    /** The thread inside, or null; any thread. */
    @Nullable
    Thread inside() {
        return owner.get();
    }

    // Of the progress thread.

    /** The progress thread begins. */
    void start() {
        Thread thread = Thread.currentThread();
        owner.set(thread);
        progress = thread;
    }

    /** The loop has ended: nobody is inside any more. */
    void end() {
        progress = null;
        owner.set(null);
    }

    /** Whether a thread wants the loop; a look at each poll. */
    boolean isWanted() {
        return wanting.get() != null;
    }

    /**
     * Leaves the loop to others, until one hands it back, {@code hasWork} says that there are commands, or nobody has been inside for
     * a while.
     */
    void standAside(BooleanSupplier hasWork) {
        Thread me = Thread.currentThread();
        int seen = takes;
        owner.set(null);
        long since = SystemTime.nanos();
        long aside = shortestAsideNanos;
        while (true) {
            Thread now = owner.get();
            boolean over = SystemTime.nanos() - since >= aside;
            boolean isDue = now == me || now == null && (parked.get() > 0 || hasWork.getAsBoolean());
            if (isDue && over) {
                lateReturns++;
            }
            if (now == me) {
                return;
            }
            if (isDue || now == null && over && takes == seen) {
                if (owner.compareAndSet(null, me)) {
                    return;
                }
            } else if (over && (!isVisited || takes != seen)) {
                boolean isBusy = takes == seen || (takes - seen) * BUSY_TAKE_NANOS >= aside;
                seen = takes;
                since = SystemTime.nanos();
                long longest = isBusy ? LONGEST_ASIDE_OF_BUSY_NANOS : LONGEST_ASIDE_NANOS;
                aside = Math.max(shortestAsideNanos, Math.min(2 * aside, longest));
            }
            LockSupport.parkNanos(this, Math.max(1, aside - (SystemTime.nanos() - since)));
            // An interrupt that a signal has left would keep it awake.
            Thread.interrupted();
        }
    }

    // Of other threads.

    /**
     * Takes the loop, unless another thread of the program is inside or waits.
     *
     * @param wake wakes the progress thread where it sleeps in the loop
     * @return false if the loop has not become free in time
     */
    boolean take(Runnable wake) {
        Thread me = Thread.currentThread();
        if (progress == null || parked.get() > 0) {
            return false;
        }
        if (takeFree(me)) {
            return true;
        }
        if (isTakenByAnother() || !wanting.compareAndSet(null, me)) {
            return false;
        }
        try {
            wake.run();
            return takeInTime(me);
        } finally {
            wanting.set(null);
        }
    }

    /**
     * Takes the loop for a moment, if nobody is inside; visits keep the progress thread from nothing. {@link #leave} follows.
     *
     * @return false if a thread is inside, or waits
     */
    boolean visit() {
        // Looks first: where nobody ever drives, a try would take the owner's field from the progress thread's cache.
        boolean visits = owner.get() == null
                && parked.get() == 0
                && progress != null
                && owner.compareAndSet(null, Thread.currentThread());
        if (visits) {
            isVisited = true;
        }
        return visits;
    }

    private boolean takeInTime(Thread me) {
        long start = SystemTime.nanos();
        while (SystemTime.nanos() - start < MOST_WAIT_NANOS && !isTakenByAnother()) {
            if (takeFree(me)) {
                return true;
            }
            Thread.yield();
        }
        return false;
    }

    private boolean takeFree(Thread me) {
        boolean taken = progress != null && owner.compareAndSet(null, me);
        if (taken) {
            isVisited = false;
            takes++;
        }
        return taken;
    }

    private boolean isTakenByAnother() {
        Thread now = owner.get();
        return now != null && now != progress;
    }

    /**
     * The owner leaves.
     *
     * @param hasWork whether there are commands
     * @param toProgress whether the progress thread has to go on at once
     */
    void leave(BooleanSupplier hasWork, boolean toProgress) {
        Thread thread = progress;
        if (toProgress) {
            owner.set(thread);
            LockSupport.unpark(thread);
            return;
        }
        owner.set(null);
        // In this order, so that of a command that comes now either its thread or this one sees that nobody is inside.
        if (parked.get() > 0 || hasWork.getAsBoolean()) {
            LockSupport.unpark(thread);
        }
    }

    /** There is a command, or something else to do: true if nobody is inside, so that the progress thread will see to it. */
    boolean wake() {
        boolean isFree = owner.get() == null;
        if (isFree) {
            LockSupport.unpark(progress);
        }
        return isFree;
    }

    /** A thread is about to wait for the progress thread. */
    void waits() {
        parked.incrementAndGet();
        wake();
    }

    /** A thread that has waited goes on. */
    void hasWaited() {
        parked.decrementAndGet();
    }
}
