package org.reactivempi.transport.engine.protocol;

/** When a send completes, and what it asks of the receiver. */
public enum SendMode {
    /** Completes when the message's memory may be used again. */
    STANDARD("isend"),
    /** Completes when a receive has met the message as well. */
    SYNCHRONOUS("issend"),
    /** As synchronous, and fails if no receive waits for the message when it comes. */
    READY("irsend");

    private final String call;

    SendMode(String call) {
        this.call = call;
    }

    /** The name of the call that sends so. */
    @Override
    public String toString() {
        return call;
    }
}
