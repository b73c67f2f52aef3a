package org.reactivempi.examples.deadlock;

/** How the ranks get into each other's way. */
enum Mode {
    /** All receive first: example 3.8 of the standard. */
    RECEIVE,
    /** All send first, which messages that fit the eager buffers survive: example 3.9. */
    SEND,
    /** All send, and receive with another tag. */
    TAG
}
