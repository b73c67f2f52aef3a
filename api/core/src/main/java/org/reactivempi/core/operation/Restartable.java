package org.reactivempi.core.operation;

import org.reactivempi.spi.AnsweringSubscription;
import reactor.core.Scannable;

/** An operation of the engine that one object does again and again. */
public interface Restartable extends AnsweringSubscription, Scannable {

    /** Rests until it is {@link #restart}ed; before anything else. */
    void rest();

    /** Starts it once more; the caller sees to it that it has ended. */
    void restart();
}
