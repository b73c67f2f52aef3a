package org.reactivempi.transport.engine.progress;

import java.util.function.Consumer;

/** A signal that is given by somebody who does something before and behind it. */
public final class ScopedSignal extends Signal {

    private final Signal original;
    private final Consumer<Runnable> scope;

    /**
     * In place of another signal.
     *
     * @param original which is given
     * @param scope gives it
     */
    public ScopedSignal(Signal original, Consumer<Runnable> scope) {
        this.original = original;
        this.scope = scope;
    }

    @Override
    protected void signal() {
        scope.accept(original::signal);
    }
}
