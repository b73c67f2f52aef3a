package org.reactivempi.transport.engine.progress;

import org.jspecify.annotations.Nullable;

/** Something that owes its user one signal; at most once in {@link Signals}. */
public abstract class Signal {

    @Nullable
    Signal nextDue;

    /** Tells the user. Must not throw. */
    protected abstract void signal();
}
