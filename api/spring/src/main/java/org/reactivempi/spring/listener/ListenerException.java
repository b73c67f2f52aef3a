package org.reactivempi.spring.listener;

import org.jspecify.annotations.Nullable;

/** A listener that cannot be used as it stands; the message names the method. */
public final class ListenerException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    ListenerException(String message) {
        this(message, null);
    }

    ListenerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
