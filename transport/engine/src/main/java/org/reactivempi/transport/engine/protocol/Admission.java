package org.reactivempi.transport.engine.protocol;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.failure.RevokedException;

/**
 * Whether operations may start.
 *
 * <pre>
 *  OPEN --close--&gt; CLOSED, but for messages of conversations that run --abort--&gt; ABORTED, for all
 * </pre>
 * In a communicator that is revoked none starts at any time. Only the progress thread comes here.
 */
final class Admission {

    private final Communicators communicators;
    private @Nullable String closed;
    private boolean aborted;

    Admission(Communicators communicators) {
        this.communicators = communicators;
    }

    /** Why a send may not start, or null. */
    @Nullable
    RuntimeException refusal(Outgoing message) {
        return closed != null && !goesOn(message.isPart())
                ? new EngineClosedException(closed)
                : revoked(message.context());
    }

    /** Why a receive or a probe may not start, or null. */
    @Nullable
    RuntimeException refusal(Receiver receive) {
        return closed != null && !goesOn(receive.isPart())
                ? new EngineClosedException(closed)
                : revoked(receive.context());
    }

    private boolean goesOn(boolean part) {
        return part && !aborted;
    }

    private @Nullable RuntimeException revoked(int context) {
        return communicators.isRevoked(context) ? new RevokedException() : null;
    }

    /** Why nothing that is no part of a conversation may start, or null. */
    @Nullable
    EngineClosedException closure() {
        return closed == null ? null : new EngineClosedException(closed);
    }

    /** Throws why nothing may start any more. */
    void checkOpen() {
        if (closed != null) {
            throw new EngineClosedException(closed);
        }
    }

    void close(String why) {
        closed = why;
    }

    /** Nothing at all may start; returns why. */
    EngineClosedException abort() {
        aborted = true;
        return new EngineClosedException(closed == null ? "aborted" : closed);
    }
}
