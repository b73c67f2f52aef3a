package org.reactivempi.transport.engine.auth;

import org.reactivempi.transport.engine.event.Rejection;

/** The other end of a connection has not proven to be a rank of this job. */
public final class RejectedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Rejection rejection;

    RejectedException(Rejection rejection, String why) {
        super(why);
        this.rejection = rejection;
    }

    /** What was wrong. */
    public Rejection rejection() {
        return rejection;
    }
}
