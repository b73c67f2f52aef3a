package org.reactivempi.transport.engine.port;

/** A peer sent what the protocol does not allow: its link is closed, with this reason. */
public final class ProtocolException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** A breach; the message names what came and what was allowed. */
    public ProtocolException(String message) {
        super(message);
    }
}
