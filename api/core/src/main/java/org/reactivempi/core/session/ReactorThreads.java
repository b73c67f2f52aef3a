package org.reactivempi.core.session;

import java.util.function.Supplier;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Threads of Reactor that all of a JVM share, and that look as if they might make a rank go on though they won't.
 *
 * <pre>
 *   a time limit is cancelled: its thread has no task left, still waits for that time --refresh--&gt; waits without a limit
 * </pre>
 * Each {@code timeout} that was not needed leaves such a thread behind. Given any other task the thread notices. That it has none is
 * then read from what it does, as with any thread, and not from its name, which another scheduler's threads may have as well.
 */
final class ReactorThreads {

    /** Ends idle workers of the elastic pool, which it looks for each minute, and runs nothing of a program. */
    private static final String EVICTOR = "boundedElastic-evictor-";

    private static final String PARALLEL = "parallel-";
    private static final String SINGLE = "single-";

    private ReactorThreads() {}

    /**
     * Whether a thread never makes a rank go on. Has one that may wait for a cancelled time limit wait without a limit, from some time
     * soon on, so that the next look at it tells. Any thread.
     */
    static boolean isHarmless(Thread thread) {
        String name = thread.getName();
        if (thread.getState() == Thread.State.TIMED_WAITING) {
            if (name.startsWith(PARALLEL)) {
                give(Schedulers.parallel(), idleWorkers(Schedulers.parallel()));
            } else if (name.startsWith(SINGLE)) {
                give(Schedulers.single(), 1);
            }
        }
        return name.startsWith(EVICTOR);
    }

    /** As many tasks as there are workers go to one after the other. */
    private static void give(Scheduler shared, int tasks) {
        for (int i = 0; i < tasks; i++) {
            shared.schedule(() -> {});
        }
    }

    /** None if one of them has something to do: that there is nothing to be proven is clear then. Reactor hands out a wrapper. */
    private static int idleWorkers(Scheduler shared) {
        Object scheduler = shared instanceof Supplier<?> wrapper ? wrapper.get() : shared;
        return scheduler instanceof Scannable pool && pool.inners().allMatch(ReactorThreads::isIdle)
                ? (int) pool.inners().count()
                : 0;
    }

    private static boolean isIdle(Scannable worker) {
        Integer tasks = worker.scan(Scannable.Attr.BUFFERED);
        return tasks != null && tasks == 0;
    }
}
