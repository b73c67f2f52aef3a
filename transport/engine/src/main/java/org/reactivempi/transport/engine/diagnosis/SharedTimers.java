package org.reactivempi.transport.engine.diagnosis;

import java.util.Map;
import java.util.function.Supplier;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The schedulers that all of a JVM share and that timers of Reactor run on. A thread of theirs goes on waiting for a time limit that has
 * been cancelled, as each {@code timeout} is that was not needed: only the scheduler knows whether there is a task left.
 */
final class SharedTimers {

    private static final Map<String, Supplier<Scheduler>> BY_THREAD_NAME =
            Map.of("parallel-", Schedulers::parallel, "single-", Schedulers::single);

    private SharedTimers() {}

    /** Whether a thread with this name belongs to such a scheduler, and that has nothing to do, now or later. */
    static boolean isIdle(String threadName) {
        return BY_THREAD_NAME.entrySet().stream()
                .anyMatch(shared -> threadName.startsWith(shared.getKey())
                        && isEmpty(shared.getValue().get()));
    }

    /** Reactor hands out a wrapper that can't be looked into but gives what it wraps. */
    private static boolean isEmpty(Scheduler shared) {
        Object scheduler = shared instanceof Supplier<?> wrapper ? wrapper.get() : shared;
        return scheduler instanceof Scannable pool
                && pool.inners().findAny().isPresent()
                && pool.inners().allMatch(SharedTimers::isEmpty);
    }

    private static boolean isEmpty(Scannable worker) {
        Integer tasks = worker.scan(Scannable.Attr.BUFFERED);
        return tasks != null && tasks == 0;
    }
}
