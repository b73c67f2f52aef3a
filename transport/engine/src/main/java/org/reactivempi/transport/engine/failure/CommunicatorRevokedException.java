package org.reactivempi.transport.engine.failure;

/** The operation's communicator is revoked. */
public final class CommunicatorRevokedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The end of an operation. */
    public CommunicatorRevokedException() {
        super("the communicator is revoked");
    }
}
