package org.reactivempi.transport.engine.platform;

import io.netty.util.concurrent.Ticker;
import java.time.InstantSource;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.progress.Order;
import org.reactivempi.transport.engine.progress.ProgressScheduler;
import org.reactivempi.transport.engine.progress.RankLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import reactor.core.scheduler.Scheduler;

/**
 * What a rank has from outside: its loop, the time, the date, chance, and what is known of other threads. The engine and the layers
 * above it have these from nowhere else (SIM-1), so that a rank also runs on a time that a test turns by hand, and a whole job in one
 * thread.
 *
 * <p>For any thread.
 */
public interface Platform {

    /** The machine's own threads, clocks and chance. */
    static Platform system() {
        return SystemPlatform.INSTANCE;
    }

    /**
     * Whose loop is wanted.
     *
     * @param name of its thread
     * @param job what tells its job from others
     * @param rank in the job
     * @param sockets whether a channel uses any
     * @param waiting whether it polls or sleeps without work, where that is a question
     * @param onEnd run as the last act of the loop
     */
    record LoopRequest(String name, Object job, int rank, boolean sockets, Waiting waiting, Runnable onEnd) {}

    /** Makes a rank's loop, which does not turn before it {@linkplain RankLoop#begin begins}. */
    RankLoop loop(LoopRequest request);

    /** The monotonic time: of timers, limits, and reports. */
    Ticker ticker();

    /** The date, of what is told to people. */
    InstantSource clock();

    /** A rank's chance, which nobody can foresee where strangers can reach the rank. For one thread at a time. */
    RandomGenerator random(int rank);

    /**
     * What may act in this rank's process without being woken by a message.
     *
     * @param job what tells its job from others
     * @param scheduler its progress thread, for the program
     * @param tasks how many commands wait there
     */
    Program program(Object job, ProgressScheduler scheduler, IntSupplier tasks);

    /** Whether ranks may have threads of their own, such as one that looks whether the loop is stuck. */
    boolean hasThreads();

    /** Decides which messages receives from any source get; null, unless overridden, where each gets the first that comes. */
    default @Nullable Matches matches() {
        return null;
    }

    /** Decides in which order the program of the rank hears of things; null, unless overridden, where it hears as they come. */
    default @Nullable Order order() {
        return null;
    }

    /** Keeps limits also while the loop of a rank is stuck. */
    Scheduler timer();

    /** For work that blocks, such as a look at a file or at a name service; and for functions of the program that may. */
    Scheduler worker();
}
