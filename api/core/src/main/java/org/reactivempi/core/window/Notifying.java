package org.reactivempi.core.window;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Mpi;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.transport.engine.port.EngineWindows.Ended;

/** One notification of a target, from its start until it has left. */
final class Notifying implements LocalMono.Work<Void>, Ended {

    private final WindowState window;
    private final Supplier<String> name;
    private final int target;
    private final int tag;
    private @Nullable Owner<Void> owner;

    Notifying(WindowState window, Supplier<String> name, int target, int tag) {
        this.window = window;
        this.name = name;
        this.target = target;
        this.tag = tag;
    }

    @Override
    public void start(Owner<Void> waiting) {
        window.usable();
        if (target == Mpi.PROC_NULL) {
            waiting.complete(null);
        } else {
            owner = waiting;
            window.own().notify(target, tag, this);
        }
    }

    @Override
    public void ended(@Nullable Throwable failure) {
        Owner<Void> waiting = owner;
        owner = null;
        if (waiting == null) {
            return;
        }
        if (failure == null) {
            waiting.complete(null);
        } else {
            waiting.fail(window.error(failure));
        }
    }

    @Override
    public boolean forget(Owner<Void> forgotten) {
        boolean isForgotten = owner != null && window.own().withdrawNotification(target, this);
        if (isForgotten) {
            owner = null;
        }
        return isForgotten;
    }

    @Override
    public String toString() {
        return name.get();
    }
}
