package org.reactivempi.transport.engine.progress;

import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** Something that owes its user one signal; at most once in {@link Signals}. */
public abstract class Signal {

    /** The next that is due; before it is due itself, what it is marked with. */
    @Nullable
    Signal nextDue;

    /** Marks an operation that runs: whoever watches is told of its end, with this. */
    public final void mark(Signal mark) {
        nextDue = mark;
    }

    /** What an operation that runs is marked with, or null. */
    public final @Nullable Signal mark() {
        return nextDue;
    }

    /** The Reactor context of whoever is to be told. */
    public ContextView reactorContext() {
        return Context.empty();
    }

    /** How it has ended, once it is due. */
    public Outcome outcome() {
        return Outcome.DONE;
    }

    /** Why it has failed, once it is due; null if it hasn't, or if whoever is told finds out himself. */
    public @Nullable Throwable failure() {
        return null;
    }

    /** Tells the user. Must not throw. */
    protected abstract void signal();
}
