package org.reactivempi.transport.engine.event;

import java.util.Locale;

/** What operations there are that a peer answers. */
public enum OperationKind {
    /** A send in standard mode; also the copies of buffered sends. */
    ISEND,
    /** A synchronous send. */
    ISSEND,
    /** A ready send. */
    IRSEND,
    /** A receive. */
    IRECV,
    /** A probe that leaves the message where it is. */
    PROBE,
    /** A probe that takes the message. */
    MPROBE;

    private final String call = name().toLowerCase(Locale.ROOT);

    /** Whether it sends. */
    public boolean sends() {
        return this == ISEND || this == ISSEND || this == IRSEND;
    }

    /** The name of the call. */
    @Override
    public String toString() {
        return call;
    }
}
