package org.reactivempi.transport.engine.protocol;

import org.jspecify.annotations.Nullable;

/** The memory of a message that is sent could not be read: the code that gives its bytes, which is not the engine's, has thrown. */
public final class UnreadableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private UnreadableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** For the sender, which knows why. */
    static UnreadableException here(Throwable thrown) {
        return new UnreadableException("the message's memory could not be read: " + thrown, thrown);
    }

    /** For the receiver. */
    static UnreadableException at(int rank) {
        return new UnreadableException(
                "rank " + rank + " could not read the memory of the message that it sends", null);
    }
}
