package org.reactivempi.transport.engine.progress;

/** How an operation has ended. */
public enum Outcome {
    /** As it should. */
    DONE,
    /** Taken back before a message met it, or before a receive met its message. */
    CANCELLED,
    /** With an error. */
    FAILED
}
