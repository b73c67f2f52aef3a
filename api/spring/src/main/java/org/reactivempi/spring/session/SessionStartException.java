package org.reactivempi.spring.session;

/** The application's session has not started; the cause says why. */
public final class SessionStartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SessionStartException(String message, Throwable cause) {
        super(message, cause);
    }

    SessionStartException(String message) {
        super(message);
    }
}
