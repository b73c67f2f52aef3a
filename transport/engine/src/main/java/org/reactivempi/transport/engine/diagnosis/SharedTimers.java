package org.reactivempi.transport.engine.diagnosis;

import java.util.function.Supplier;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The schedulers that all of a JVM share and that timers of Reactor run on. A thread of theirs goes on waiting for a time limit that has
 * been cancelled, as each {@code timeout} is that was not needed, and looks as if it had a task.
 *
 * <pre>
 *   a limit is cancelled: no task left, still waits for its time --refresh--&gt; waits without a limit
 * </pre>
 * Given any other task the thread notices. That it has none is then read from what it does, as with any thread, and not from its
 * name, which another scheduler's threads may have as well.
 */
final class SharedTimers {

    private SharedTimers() {}

    /** Has threads that wait for nothing wait without a limit, from some time soon on. Any thread. */
    static void refresh() {
        give(Schedulers.single(), 1);
        give(Schedulers.parallel(), idleWorkers(Schedulers.parallel()));
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
        return scheduler instanceof Scannable pool && pool.inners().allMatch(SharedTimers::isIdle)
                ? (int) pool.inners().count()
                : 0;
    }

    private static boolean isIdle(Scannable worker) {
        Integer tasks = worker.scan(Scannable.Attr.BUFFERED);
        return tasks != null && tasks == 0;
    }
}
