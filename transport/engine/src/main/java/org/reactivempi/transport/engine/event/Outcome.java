package org.reactivempi.transport.engine.event;

import org.reactivempi.transport.engine.progress.Completable;

/** How an operation has ended. */
public enum Outcome {
    /** As it should. */
    DONE,
    /** Taken back before a message met it, or before a receive met its message. */
    CANCELLED,
    /** With an error. */
    FAILED;

    /** That of an operation which is due. */
    static Outcome of(Completable operation) {
        return operation.wasTakenBack() ? CANCELLED : operation.hasFailed() ? FAILED : DONE;
    }
}
