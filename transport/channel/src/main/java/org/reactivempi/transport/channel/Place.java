package org.reactivempi.transport.channel;

/** Where a peer is, as seen from a rank; the farther, the later. */
public enum Place {
    /** In the same JVM. */
    SAME_JVM,
    /** In another JVM of the same host. */
    SAME_HOST,
    /** On another host. */
    ELSEWHERE
}
