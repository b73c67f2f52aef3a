package org.reactivempi.spring.listener;

import java.util.Objects;
import reactor.core.Exceptions;

/**
 * An error of the JVM, such as a {@link StackOverflowError}, on its way to where it is told. Reactor's operators hand on an exception, but
 * rethrow such an error wherever they meet it, and the listener would wait for a signal for ever.
 */
final class JvmError extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private JvmError(Throwable error) {
        super(error.getMessage(), error, false, false);
    }

    /** As Reactor's operators hand it on. */
    static Throwable enclosed(Throwable thrown) {
        return Exceptions.isJvmFatal(thrown) ? new JvmError(thrown) : thrown;
    }

    /** As it was thrown. */
    static Throwable opened(Throwable signalled) {
        return signalled instanceof JvmError enclosing ? Objects.requireNonNull(enclosing.getCause()) : signalled;
    }
}
