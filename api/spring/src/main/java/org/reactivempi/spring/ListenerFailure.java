package org.reactivempi.spring;

import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Message;

/**
 * What went wrong in a listener.
 *
 * @since 0.1
 */
public final class ListenerFailure {

    private final Method method;
    private final @Nullable Message message;
    private final Throwable error;

    /**
     * A failure.
     *
     * @param method the listener
     * @param message what it was about; null where it was a stream
     * @param error what was thrown or signalled
     */
    public ListenerFailure(Method method, @Nullable Message message, Throwable error) {
        this.method = method;
        this.message = message;
        this.error = error;
    }

    /**
     * The listener.
     *
     * @return the annotated method
     */
    public Method method() {
        return method;
    }

    /**
     * What it was about.
     *
     * @return the message; nothing where it was a stream
     */
    public Optional<Message> message() {
        return Optional.ofNullable(message);
    }

    /**
     * What was thrown or signalled.
     *
     * @return the error itself, not wrapped
     */
    public Throwable error() {
        return error;
    }
}
