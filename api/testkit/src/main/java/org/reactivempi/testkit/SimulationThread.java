package org.reactivempi.testkit;

import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.LogLines;
import org.reactivempi.transport.channel.log.LoggingThread;
import org.reactivempi.transport.sim.RunLog;
import org.reactivempi.transport.sim.World;
import reactor.core.scheduler.NonBlocking;

/**
 * The thread that turns all ranks of simulated jobs: nobody may block on it, and what is logged on it is kept. The thread that waits for
 * it looks whether it, or a program that has the baton, waits for something that no simulation brings.
 */
final class SimulationThread<T> extends FastThreadLocalThread implements LoggingThread, NonBlocking {

    /** So often it is looked whether anything is done. */
    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** So many looks show the same before that is a thread which waits for ever. */
    private static final int MOST_LOOKS = 3;

    private static final long LONGEST_END_MILLIS = 500;

    private final Callable<T> work;
    private volatile RunLog log = new RunLog();
    private volatile @Nullable World world;
    private volatile boolean isBrokenOff;
    private @Nullable T result;
    private @Nullable Throwable failure;

    SimulationThread(Callable<T> work) {
        super("simulation");
        this.work = work;
        setDaemon(true);
    }

    /** What is run from now on. */
    static void use(World world, RunLog log) {
        SimulationThread<?> thread = (SimulationThread<?>) Thread.currentThread();
        thread.log = log;
        thread.world = world;
        if (thread.isBrokenOff) {
            throw new IllegalStateException("the simulation has been broken off");
        }
    }

    @Override
    public LogLines logLines() {
        return log;
    }

    @Override
    public void run() {
        try {
            result = work.call();
        } catch (Throwable thrown) {
            failure = thrown;
        }
    }

    /**
     * Starts the work, and waits for its end.
     *
     * @throws Throwable what the work has thrown; or an {@link AssertionError} with the stack of a thread that waits in a way which no
     *     simulation can see
     */
    @Nullable
    T await() throws Throwable {
        start();
        long steps = -1;
        for (int looks = 0; isAlive(); ) {
            awaitLook();
            World job = world;
            long now = job == null ? -1 : job.steps();
            looks = job != null && now == steps && waits(job.holder()) ? looks + 1 : 0;
            steps = now;
            if (looks == MOST_LOOKS && job != null) {
                throw stuck(job.holder());
            }
        }
        if (failure != null) {
            throw failure;
        }
        return result;
    }

    /** A caller that is interrupted while it waits, as by a time limit of JUnit, wants no further runs. */
    private void awaitLook() throws InterruptedException {
        try {
            TimeUnit.NANOSECONDS.timedJoin(this, BETWEEN_LOOKS_NANOS);
        } catch (InterruptedException e) {
            breakOff();
            throw e;
        }
    }

    /** It ends with its next step, unless it computes for ever. */
    private void breakOff() {
        isBrokenOff = true;
        World job = world;
        if (job != null) {
            job.breakOff();
            job.holder().interrupt();
        }
        try {
            join(LONGEST_END_MILLIS);
        } catch (InterruptedException again) {
            // It ends by itself.
        }
    }

    private static boolean waits(Thread thread) {
        return switch (thread.getState()) {
            case BLOCKED, WAITING, TIMED_WAITING -> !isAtBaton(thread);
            case NEW, RUNNABLE, TERMINATED -> false;
        };
    }

    /** Whether a program has been given the baton, and the machine has not let it run since. */
    private static boolean isAtBaton(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .map(StackTraceElement::getClassName)
                .filter(name -> !name.startsWith("java.") && !name.startsWith("jdk."))
                .findFirst()
                .filter(name -> name.startsWith(World.class.getPackageName()))
                .isPresent();
    }

    /** It is ended, as far as it lets itself be interrupted. */
    private AssertionError stuck(Thread holder) {
        AssertionError error = new AssertionError("thread " + holder.getName()
                + " waits for something that no simulated job brings, such as a sleep, a latch, or another thread: what a program"
                + " waits for has to come from its ranks, or by a timer of Reactor");
        error.setStackTrace(holder.getStackTrace());
        breakOff();
        return error;
    }
}
