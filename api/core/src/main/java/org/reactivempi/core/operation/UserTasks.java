package org.reactivempi.core.operation;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;
import reactor.core.scheduler.Schedulers;

/**
 * Code of a user that another rank waits for, with the tasks that it schedules: what those throw ends the wait.
 *
 * <p>Reactor's operators pass errors that are fatal to the JVM, such as a {@code NoClassDefFoundError}, to no subscriber. A worker on which
 * one is thrown logs it, and the subscriber waits for ever. Reactor's hook for tasks tells here whose task it was. Tasks of other code pass
 * the hook as they are.
 *
 * <p>Any thread.
 */
public final class UserTasks {

    /** Has what the other rank waits for. */
    @FunctionalInterface
    public interface Owner {

        /**
         * A task has thrown an error that no subscriber hears of; on the task's thread.
         *
         * @return whether the other rank will hear of it; else the error goes on, to Reactor
         */
        boolean onThrown(Throwable thrown);
    }

    private static final String KEY = UserTasks.class.getName();
    private static final Function<Runnable, Runnable> HOOK = UserTasks::owned;
    private static final ThreadLocal<@Nullable Owner> OWNER = new ThreadLocal<>();

    private UserTasks() {}

    /** Watches tasks from now on. Each time that somebody begins: a program or a test may have reset Reactor's hooks since. */
    public static void watch() {
        Schedulers.onScheduleHook(KEY, HOOK);
    }

    /** Runs code of a user for {@code owner}, and throws what it throws; what the tasks throw that it schedules is told to the owner. */
    public static void run(Owner owner, Runnable code) {
        Owner outer = OWNER.get();
        OWNER.set(owner);
        try {
            code.run();
        } finally {
            OWNER.set(outer);
        }
    }

    private static Runnable owned(Runnable task) {
        Owner owner = OWNER.get();
        return owner == null ? task : () -> run(owner, () -> runOrTell(owner, task));
    }

    private static void runOrTell(Owner owner, Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            if (!Exceptions.isJvmFatal(thrown) || !owner.onThrown(thrown)) {
                throw thrown;
            }
        }
    }
}
