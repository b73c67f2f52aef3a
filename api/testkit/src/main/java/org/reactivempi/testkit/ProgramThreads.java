package org.reactivempi.testkit;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.platform.JvmThreads;

/**
 * The threads of this JVM that are neither its own, nor this library's, nor of tools: virtual time waits for them before it goes on. So it
 * does for this library's {@linkplain RankThreads#isHelper helpers}.
 *
 * <p>A thread that has been woken and has not run yet looks asleep: its state is still that of one that waits. On a busy machine that
 * lasts for milliseconds, in which much virtual time could pass, and a deadlock be proven that is none. So each thread that is parked
 * is woken once more, and has run when it has parked again: code that parks must be ready for that at any time, and finds that it has
 * to wait on.
 */
final class ProgramThreads {

    private static final ThreadMXBean JVM = ManagementFactory.getThreadMXBean();

    /** So long a thread may be ready to run in reality, and not run, before that is a hang. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private static final long PAUSE_NANOS = 10_000;

    private ProgramThreads() {}

    /** Returns when each thread that is parked, or was, has run since the call, and so has each that has been started; or is interrupted. */
    static void wakeAll() throws InterruptedException {
        long begin = System.nanoTime();
        for (Thread thread : live().filter(ProgramThreads::isNew).toList()) {
            awaitFirstRun(thread, begin);
        }
        wake(live().toList());
    }

    private static void wake(List<Thread> threads) throws InterruptedException {
        checkWanted();
        Map<Thread, Long> woken = new LinkedHashMap<>();
        long begin = System.nanoTime();
        threads.forEach(thread -> {
            ThreadInfo info = waiting(thread);
            // In this order: one that was parked, and waits for a monitor by now, can't be woken, and would be waited
            // for in vain.
            if (info != null && LockSupport.getBlocker(thread) != null) {
                woken.put(thread, info.getWaitedCount());
            }
        });
        woken.keySet().forEach(LockSupport::unpark);
        for (Map.Entry<Thread, Long> each : woken.entrySet()) {
            awaitRun(each.getKey(), each.getValue(), begin);
        }
    }

    private static boolean isNew(Thread thread) {
        return thread.getState() == Thread.State.RUNNABLE && thread.getStackTrace().length == 0;
    }

    private static void awaitFirstRun(Thread thread, long begin) throws InterruptedException {
        while (isNew(thread) && thread.isAlive()) {
            giveWay(thread, begin);
        }
    }

    private static void awaitRun(Thread thread, long before, long begin) throws InterruptedException {
        for (ThreadInfo info = waiting(thread);
                info != null && info.getWaitedCount() == before;
                info = waiting(thread)) {
            giveWay(thread, begin);
        }
    }

    private static void giveWay(Thread thread, long begin) throws InterruptedException {
        checkWanted();
        if (System.nanoTime() - begin > LONGEST.toNanos()) {
            throw new AssertionError("thread " + thread.getName() + " has not run for " + LONGEST.toSeconds()
                    + " s, though it was woken");
        }
        // A thread that yields comes after all that compute; one that sleeps does not.
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    private static void checkWanted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("no longer wanted");
        }
    }

    /** Null if it doesn't. */
    private static @Nullable ThreadInfo waiting(Thread thread) {
        ThreadInfo info = JVM.getThreadInfo(thread.getId());
        return info != null
                        && (info.getThreadState() == Thread.State.WAITING
                                || info.getThreadState() == Thread.State.TIMED_WAITING)
                ? info
                : null;
    }

    /**
     * Returns when the threads have run on which the library has something done that the progress thread must not wait for, such as the
     * look for a peer's address; what comes of it is then among the commands of a loop.
     */
    static void letHelpersRun() throws InterruptedException {
        List<Thread> helpers = JvmThreads.live().filter(RankThreads::isHelper).toList();
        wake(helpers);
        long begin = System.nanoTime();
        for (Thread helper : helpers) {
            while (helper.isAlive() && waiting(helper) == null) {
                giveWay(helper, begin);
            }
        }
    }

    /** Whether one of them computes: it is runnable, and not in native code, such as the one that waits for a network. */
    static boolean anyComputes() {
        return live().anyMatch(
                        thread -> thread.getState() == Thread.State.RUNNABLE && computes(thread.getStackTrace()));
    }

    private static boolean computes(StackTraceElement[] stack) {
        return stack.length > 0 && !stack[0].isNativeMethod();
    }

    private static Stream<Thread> live() {
        return JvmThreads.live().filter(RankThreads::isOfAProgram);
    }
}
