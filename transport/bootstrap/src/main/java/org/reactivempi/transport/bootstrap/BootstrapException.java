package org.reactivempi.transport.bootstrap;

/**
 * Joining the job failed: wrong settings of the environment, a launcher that is out of reach, or one that answers
 * against the protocol. The message names what was given and what was allowed, and fits one line.
 */
public final class BootstrapException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure that has no cause but its own.
     *
     * @param message what was given and what was allowed
     */
    public BootstrapException(String message) {
        super(message);
    }

    /**
     * A failure, with its cause.
     *
     * @param message what was given and what was allowed
     * @param cause what led to it
     */
    public BootstrapException(String message, Throwable cause) {
        super(message, cause);
    }
}
