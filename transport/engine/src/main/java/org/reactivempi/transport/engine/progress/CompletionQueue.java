package org.reactivempi.transport.engine.progress;

import io.netty.util.concurrent.EventExecutor;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.OnProgressThread;

/**
 * The operations that run, and the signals that are due.
 *
 * <p>A signal runs user code, and user code starts operations, which may complete at once. Were signals given where an
 * operation completes, the engine would be entered in the middle of its own work, and a chain of a million sends would
 * need a million stack frames (RX-9). So every way into the engine is a step between {@link #enter} and {@link #exit};
 * what completes in a step is queued, and the outermost {@code exit} gives the signals, one after the other, with the
 * engine at rest.
 *
 * <p>A thread of the program that is inside the loop gives only those signals that are {@linkplain Completable#isQuiet quiet}. At the
 * first other one it hands the loop over to the progress thread, which gives that one and all that come after it.
 */
@OnProgressThread
public final class CompletionQueue {

    /** How many signals are given before input gets its turn again. */
    private static final int MOST_IN_A_ROW = 512;

    private static final Boundary SIGNAL = Boundary.to(MethodHandles.lookup(), "signal");

    /** Is told of the end of operations that are marked. */
    public interface Watch {

        /** An operation has ended; what this returns is given as its signal: itself, or another one in its place. */
        Completable onEnded(Completable operation, Completable mark);
    }

    private final Executor loop;
    /** The loop, where threads of the program may be inside. */
    private final @Nullable RankLoop lendable;

    private @Nullable Watch watch;
    private @Nullable Order order;
    private @Nullable Completable first;
    private @Nullable Completable last;
    /** The last one that the signal at hand has {@linkplain #leave left}. */
    private @Nullable Completable lastLeft;

    private boolean inStep;
    private boolean resuming;
    private long running;
    private long activity;
    private long acts;
    private int tick;
    private @Nullable Runnable whenIdle;
    /** Asked after each step; null as long as there are none. */
    private @Nullable List<BooleanSupplier> looks;

    /** No operations yet; {@code loop} is the progress loop. */
    public CompletionQueue(Executor loop) {
        this.loop = loop;
        this.lendable = loop instanceof RankLoop progress ? progress : null;
    }

    /** Sets the listener that is told of operations that are marked; before the first of them. */
    public void use(Watch watch) {
        this.watch = watch;
    }

    /** Sets who decides in which order the program hears of things; before the first operation. */
    public void use(Order order) {
        this.order = order;
    }

    /** Asserted where the engine is entered; true as well where a test has no loop. */
    private boolean isOnProgressThread() {
        return !(loop instanceof EventExecutor thread) || thread.inEventLoop();
    }

    /** Begins a step; true if it is the outermost, which is to be passed to {@link #exit}. */
    public boolean enter() {
        assert isOnProgressThread();
        boolean outermost = !inStep;
        inStep = true;
        return outermost;
    }

    /** Ends a step, and gives the signals that are due if it is the outermost. */
    public void exit(boolean outermost) {
        if (outermost) {
            try {
                give();
            } finally {
                // Also when a signal throws, which none should: the others must not wait for ever.
                inStep = false;
                if (first != null) {
                    resumeLater();
                }
            }
        }
    }

    /** Runs {@code work} as a step of its own, or as part of the one that runs. */
    public void step(Runnable work) {
        boolean outermost = enter();
        try {
            work.run();
        } finally {
            exit(outermost);
        }
    }

    /** As {@link #step}, for code of the program that no operation has woken: on the progress thread alone. */
    public void act(Runnable work) {
        assert !isLent();
        acts++;
        step(work);
    }

    /** How often such code has begun. */
    public long acts() {
        return acts;
    }

    /** An operation has started; {@link #due} will end it. */
    public void started() {
        assert isOnProgressThread();
        running++;
        activity++;
    }

    /** As {@link #started()}, for one of the program. */
    public void started(Object operation) {
        started();
        if (order != null) {
            order.started(operation);
        }
    }

    /** The program looks what is there, now or later. */
    public void look(Order.Look look) {
        if (order == null) {
            look.look();
        } else {
            order.look(look);
        }
    }

    /** An operation has ended: its signal is given at the end of this step. */
    public void due(Completable signal) {
        running--;
        activity++;
        if (order != null) {
            order.ended(signal);
        }
        enqueue(signal.nextDue == null ? signal : unmarked(signal, signal.nextDue));
    }

    private void enqueue(Completable signal) {
        if (last == null) {
            first = signal;
        } else {
            last.nextDue = signal;
        }
        last = signal;
    }

    /**
     * Leaves a part of a signal to the progress thread, which runs it before all other signals, if the calling thread is one of the
     * program's that is inside the loop.
     *
     * @param signal runs code of the program
     * @return false if the caller is to run it itself
     */
    public boolean leave(Runnable signal) {
        if (!isLent()) {
            return false;
        }
        boolean outermost = enter();
        Left left = new Left(signal);
        Completable before = lastLeft;
        left.nextDue = before == null ? first : before.nextDue;
        if (before == null) {
            first = left;
        } else {
            before.nextDue = left;
        }
        if (left.nextDue == null) {
            last = left;
        }
        lastLeft = left;
        exit(outermost);
        return true;
    }

    private boolean isLent() {
        RankLoop own = lendable;
        return own != null && own.isLent();
    }

    private Completable unmarked(Completable signal, Completable mark) {
        signal.nextDue = null;
        return watch == null ? signal : watch.onEnded(signal, mark);
    }

    /** Whether a signal is due. */
    public boolean isDue() {
        return first != null;
    }

    /** An operation has ended that has given its signals by itself; within a step. */
    public void ended() {
        running--;
        activity++;
    }

    /** As {@link #ended()}, for one that has {@linkplain #started(Object) started} as one of the program. */
    public void ended(Object operation) {
        ended();
        if (order != null) {
            order.ended(operation);
        }
    }

    /** How many operations have started and not ended. */
    public long running() {
        return running;
    }

    /** Another number whenever an operation has started or ended. */
    public long activity() {
        return activity;
    }

    /** The time, in ticks that somebody counts; coarse, and free. */
    public int tick() {
        return tick;
    }

    /** Time has passed. */
    public void countTick() {
        tick++;
    }

    /** Runs {@code action} once, as soon as no operation runs and no signal is due. */
    public void whenIdle(Runnable action) {
        step(() -> whenIdle = action);
    }

    /**
     * Asks now, and after each step whose signals are all given, whether something has ended, until that says so.
     *
     * @param over may start and end operations
     */
    public void lookAfterSteps(BooleanSupplier over) {
        step(() -> {
            if (!over.getAsBoolean()) {
                List<BooleanSupplier> known = looks;
                if (known == null) {
                    known = new ArrayList<>();
                    looks = known;
                }
                known.add(over);
            }
        });
    }

    private void look(List<BooleanSupplier> all) {
        List<BooleanSupplier> asked = List.copyOf(all);
        asked.forEach(each -> {
            if (each.getAsBoolean()) {
                all.remove(each);
            }
        });
        if (all.isEmpty()) {
            looks = null;
        }
    }

    private void give() {
        for (int i = 0; i < MOST_IN_A_ROW && first != null && mayGive(first); i++) {
            Completable signal = first;
            lastLeft = null;
            first = signal.nextDue;
            if (first == null) {
                last = null;
            }
            signal.nextDue = null;
            SIGNAL.cross(signal, this);
        }
        List<BooleanSupplier> asked = looks;
        if (first == null && asked != null) {
            look(asked);
        }
        if (first == null && running == 0 && whenIdle != null) {
            Runnable action = whenIdle;
            whenIdle = null;
            action.run();
        }
    }

    private boolean mayGive(Completable signal) {
        RankLoop own = lendable;
        if (own == null || !own.isLent() || signal.isQuiet()) {
            return true;
        }
        own.handOver();
        return false;
    }

    private static void signal(Object due, Object queue) {
        ((Completable) due).signal();
    }

    private void resumeLater() {
        if (!resuming) {
            resuming = true;
            loop.execute(() -> {
                resuming = false;
                step(() -> {});
            });
        }
    }

    /** A part of a signal, or what comes in its place. */
    private static final class Left extends Completable {

        private final Runnable signal;

        Left(Runnable signal) {
            this.signal = signal;
        }

        @Override
        protected void signal() {
            signal.run();
        }
    }
}
