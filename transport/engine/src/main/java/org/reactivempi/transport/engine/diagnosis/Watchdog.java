package org.reactivempi.transport.engine.diagnosis;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * Notices that the thread inside the progress loop is busy with one signal, so that no message moves: from outside, by a thread of
 * its own, which looks whether the loop's ticks still come.
 *
 * <pre>
 *  loop      tick ... tick ... (a signal of the program) ............................... tick
 *  watchdog       look   look   look   look: no tick for long --&gt; stack, told       look: goes on
 * </pre>
 * The loop counts those ticks anyway, so this costs nothing for each message. A look counts, not the time between two: however long a
 * process was stopped, that counts as one look. Where the thread could run, a look counts as much as the processor time that it got, and
 * a tenth at least: on a machine that is busy with something else, a signal takes long, and keeps nobody from anything.
 */
public final class Watchdog {

    private static final int LOOKS = 4;
    private static final long SHORTEST_NANOS = 1_000_000;
    private static final long LONGEST_NANOS = 250_000_000;
    private static final int MOST_FRAMES = 40;
    /** So many times as long it takes at most until a thread is told of that gets no processor: one that hangs in a call of the system gets none. */
    private static final int MOST_TIMES = 10;

    /** Where the loop gives signals, and runs tasks of the program. */
    private static final String SIGNALS = CompletionQueue.class.getName();

    private final int rank;
    private final Duration blockedAfter;
    private final long betweenLooksNanos;
    private final Duration tick;
    private final Supplier<@Nullable Thread> inside;
    private final Consumer<String> told;
    private final ToLongFunction<Thread> processorNanos;
    private @Nullable Thread measured;
    private long measuredNanos;
    private volatile @Nullable Thread thread;
    private volatile int ticks;
    private volatile boolean ended;

    /**
     * A watchdog that does not look yet.
     *
     * @param rank whose loop it is
     * @param settings when it tells, and how often the loop ticks
     * @param inside the thread inside the loop, or null
     * @param told hears of a thread that is busy, with its stack; on the watchdog's thread
     */
    public Watchdog(int rank, StallSettings settings, Supplier<@Nullable Thread> inside, Consumer<String> told) {
        this(rank, settings, inside, told, ProcessorTime::nanos);
    }

    /** The same, which asks {@code processorNanos} how much time of processors a thread has had; below 0 where nobody knows. */
    Watchdog(
            int rank,
            StallSettings settings,
            Supplier<@Nullable Thread> inside,
            Consumer<String> told,
            ToLongFunction<Thread> processorNanos) {
        this.processorNanos = processorNanos;
        this.rank = rank;
        this.blockedAfter = settings.blockedAfter();
        this.tick = settings.tick();
        this.inside = inside;
        this.told = told;
        betweenLooksNanos = Math.max(
                SHORTEST_NANOS, Math.min(LONGEST_NANOS, settings.blockedAfter().toNanos() / LOOKS));
    }

    /** Begins to look, unless the settings don't want it. */
    public void start() {
        if (!blockedAfter.isZero()) {
            Thread made = new Thread(this::watch, "reactive-mpi-" + rank + "-watchdog");
            made.setDaemon(true);
            thread = made;
            made.start();
        }
    }

    /** Looks no more; any thread. */
    public void end() {
        ended = true;
        LockSupport.unpark(thread);
    }

    /** The loop is not stuck; on its thread, by its ticks. */
    public void onTick() {
        // One thread writes it at a time, since one is inside the loop.
        ticks = ticks + 1;
    }

    private void watch() {
        // The last tick may be as old as that when the program gets the thread.
        Duration first = blockedAfter.plus(tick);
        Duration patience = first;
        int seen = ticks;
        Duration quiet = Duration.ZERO;
        Duration counted = Duration.ZERO;
        boolean wasInSignal = false;
        while (!ended) {
            LockSupport.parkNanos(this, betweenLooksNanos);
            int now = ticks;
            if (now != seen) {
                seen = now;
                quiet = Duration.ZERO;
                counted = Duration.ZERO;
                // What is told ever less often is one and the same wait, not the next one.
                patience = first;
                wasInSignal = false;
                measured = null;
                continue;
            }
            quiet = quiet.plusNanos(betweenLooksNanos);
            counted = counted.plusNanos(workedNanos());
            if (counted.compareTo(patience) >= 0) {
                Thread busy = inside.get();
                StackTraceElement[] stack = busy == null ? new StackTraceElement[0] : busy.getStackTrace();
                boolean inSignal = isInSignal(stack);
                if (busy != null && inSignal && wasInSignal && ticks == now) {
                    told.accept(report(busy, stack, quiet.minus(tick)));
                    patience = patience.multipliedBy(2);
                }
                wasInSignal = inSignal;
            }
        }
    }

    /** How much of the time since the last look the thread inside had for its work; all of it at the first look. */
    private long workedNanos() {
        Thread busy = inside.get();
        if (busy == null || busy.getState() != Thread.State.RUNNABLE) {
            measured = null;
            return betweenLooksNanos;
        }
        long now = processorNanos.applyAsLong(busy);
        boolean isKnown = busy == measured && now >= 0;
        long worked = now - measuredNanos;
        measured = busy;
        measuredNanos = now;
        return isKnown
                ? Math.max(betweenLooksNanos / MOST_TIMES, Math.min(betweenLooksNanos, worked))
                : betweenLooksNanos;
    }

    private static boolean isInSignal(StackTraceElement[] stack) {
        return Stream.of(stack).anyMatch(frame -> frame.getClassName().equals(SIGNALS));
    }

    private String report(Thread busy, StackTraceElement[] stack, Duration time) {
        return "rank " + rank + " moves no message: "
                + place(busy, stack, " has been busy in one signal for " + Description.seconds(time) + " at least");
    }

    /** The thread inside the loop, and where it is; empty where there is none. Any thread. */
    public String place() {
        Thread busy = inside.get();
        return busy == null ? "" : place(busy, busy.getStackTrace(), "");
    }

    private static String place(Thread busy, StackTraceElement[] stack, String what) {
        return "thread " + busy.getName() + what + ", and is here"
                + Stream.of(stack)
                        .limit(MOST_FRAMES)
                        .map(frame -> "\n    at " + frame)
                        .collect(Collectors.joining());
    }

    /** Loaded when the first loop is quiet. */
    private static final class ProcessorTime {

        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        private ProcessorTime() {}

        static long nanos(Thread thread) {
            return THREADS.isThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled()
                    ? THREADS.getThreadCpuTime(thread.getId())
                    : -1;
        }
    }
}
