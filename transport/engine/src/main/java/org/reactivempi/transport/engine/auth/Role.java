package org.reactivempi.transport.engine.auth;

import java.nio.charset.StandardCharsets;

/** Which end of a connection proves something: the proof of one is none of the other. */
enum Role {
    ACCEPTOR("reactive-mpi acceptor"),
    CONNECTOR("reactive-mpi connector");

    private final byte[] label;

    Role(String label) {
        this.label = label.getBytes(StandardCharsets.US_ASCII);
    }

    /** What the proof begins with. */
    byte[] label() {
        return label.clone();
    }
}
