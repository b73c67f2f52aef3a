package org.reactivempi.core.operation;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.reactivempi.transport.engine.port.Engine;

/**
 * The way from any thread to the progress thread, for what has a state of its own there. Whatever happens leaves its trace in a field,
 * and calls {@link #wake}: then {@link #drain}, on the progress thread and never twice at a time, looks at all fields and does what
 * they make possible. So no signal is given inside another, and the stack does not grow.
 */
public abstract class Drain implements Engine.ProgramTask {

    private static final AtomicIntegerFieldUpdater<Drain> WORK =
            AtomicIntegerFieldUpdater.newUpdater(Drain.class, "work");

    private final Runnable drainAll = this::drainAll;

    @SuppressWarnings("unused") // by the updater
    private volatile int work;

    /** Nothing has happened yet. */
    protected Drain() {}

    /** Where it runs. */
    protected abstract Engine engine();

    /** Does what can be done now. */
    protected abstract void drain();

    /** The engine has ended before this could be told to it. */
    protected abstract void onNoEngine(RejectedExecutionException cause);

    /** Something has changed; from any thread, but not from within the engine's own work. */
    public final void wake() {
        if (WORK.getAndIncrement(this) != 0) {
            return;
        }
        if (engine().inProgressThread() && !engine().isLent()) {
            run();
            return;
        }
        try {
            engine().execute(this);
        } catch (RejectedExecutionException e) {
            onNoEngine(e);
        }
    }

    /** As a step: a publisher and a link that are both fast would else keep the progress thread for themselves. */
    @Override
    public final void run() {
        engine().act(drainAll);
    }

    private void drainAll() {
        int seen = work;
        do {
            drain();
            seen = WORK.addAndGet(this, -seen);
        } while (seen != 0);
    }
}
