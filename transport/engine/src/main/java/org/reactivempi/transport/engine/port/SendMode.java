package org.reactivempi.transport.engine.port;

import org.reactivempi.transport.engine.event.OperationKind;

/** When a send completes, and what it asks of the receiver. */
public enum SendMode {
    /** Completes when the message's memory may be used again. */
    STANDARD(OperationKind.ISEND),
    /** Completes when a receive has met the message as well. */
    SYNCHRONOUS(OperationKind.ISSEND),
    /** As synchronous, and fails if no receive waits for the message when it comes. */
    READY(OperationKind.IRSEND);

    private final OperationKind kind;

    SendMode(OperationKind kind) {
        this.kind = kind;
    }

    /** What listeners hear of. */
    public OperationKind kind() {
        return kind;
    }

    /** The name of the call that sends so. */
    @Override
    public String toString() {
        return kind.toString();
    }
}
