package org.reactivempi.transport.engine.window;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.port.EngineWindows.Ended;

/** A packet that moves no bytes of memory, and whose sender hears once of its end. */
abstract class Message extends Step {

    private final Ended ended;
    private boolean over;

    Message(Ended ended) {
        this.ended = ended;
    }

    final Ended listener() {
        return ended;
    }

    final boolean isOver() {
        return over;
    }

    @Override
    final void cut(Throwable cause) {
        end(cause);
    }

    /** Once; further reasons don't matter. */
    final void end(@Nullable Throwable failure) {
        if (!over) {
            over = true;
            ended.ended(failure);
        }
    }
}
