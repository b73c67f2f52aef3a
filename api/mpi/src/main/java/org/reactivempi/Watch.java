package org.reactivempi;

import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;

/**
 * One wait's place at one request. Watches of a request form a stack, newest first, which ends when the request does.
 */
abstract non-sealed class Watch implements RequestState {

    /** The next older watch; written only before this one is published. */
    @Nullable
    Watch older;

    /** Whether the wait has its result or was cancelled, so that this watch may be dropped. */
    abstract boolean isOver();

    /**
     * The request has ended. Called once: on the thread that ended it, or on the watching thread if that was before.
     * The outcome may already be consumed by another wait.
     */
    abstract void onEnd();

    /** The context of who waits, whose hooks get what it throws. */
    Context context() {
        return Context.empty();
    }
}
