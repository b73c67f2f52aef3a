package org.reactivempi.transport.engine.event;

/** Why a connection was refused before its peer was known. */
public enum Rejection {
    /** Its first bytes are those of something else. */
    GARBAGE,
    /** Another version of the authentication. */
    VERSION,
    /**
     * A wrong proof: another secret, another job, a replay, another rank than the one that was meant, or a relay in between
     * that ends TLS.
     */
    PROOF,
    /** The answer has the challenge's own nonce. */
    REFLECTION,
    /** It has not proven anything, or not greeted, in time. */
    LATE,
    /** So many others were waiting that this one had to go. */
    CROWD,
    /** TLS could not be established: no certificate, an expired or a foreign one, or no TLS at all. */
    TLS,
    /** Authenticated, but its greeting was refused, or broke the protocol. */
    GREETING,
    /** Its channel refused it: what it sent is none of the channel's bytes, or it is a process of another user. */
    CHANNEL
}
