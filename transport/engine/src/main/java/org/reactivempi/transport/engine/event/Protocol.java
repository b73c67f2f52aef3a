package org.reactivempi.transport.engine.event;

/** How a message travels. */
public enum Protocol {
    /** Whole, with its envelope. */
    EAGER,
    /** Announced, and sent when its receive is there. */
    RENDEZVOUS,
    /** To oneself, from memory to memory. */
    OWN
}
