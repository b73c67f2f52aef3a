package org.reactivempi.transport.engine.protocol;

/** An operation was started after its engine was closed, or was cut off by its end. */
public final class EngineClosedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    EngineClosedException(String why) {
        super(why);
    }
}
