package org.reactivempi.transport.engine.protocol;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.link.PeerLostException;

/** The engine ends, or has ended: an operation cannot start, or was cut off. */
public final class EngineClosedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final @Nullable PeerLostException ownFailure;

    EngineClosedException(String why, @Nullable PeerLostException ownFailure) {
        super(why, ownFailure);
        this.ownFailure = ownFailure;
    }

    /** That of this rank, where it ends because others have given it up; else null. */
    public @Nullable PeerLostException ownFailure() {
        return ownFailure;
    }
}
