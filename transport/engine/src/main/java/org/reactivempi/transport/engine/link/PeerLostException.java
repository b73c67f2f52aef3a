package org.reactivempi.transport.engine.link;

import org.jspecify.annotations.Nullable;

/** A peer cannot be reached, has gone, or broke the protocol. */
public final class PeerLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int rank;

    /** The loss of a rank of the job, and why. */
    public PeerLostException(int rank, String why, @Nullable Throwable cause) {
        super("rank " + rank + " " + why, cause);
        this.rank = rank;
    }

    /** Which rank of the job. */
    public int rank() {
        return rank;
    }
}
