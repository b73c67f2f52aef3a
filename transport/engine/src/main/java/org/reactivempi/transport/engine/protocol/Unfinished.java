package org.reactivempi.transport.engine.protocol;

import java.util.function.Consumer;
import org.reactivempi.transport.engine.diagnosis.Ages;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;

/** Operations with one peer that have come equally far. */
interface Unfinished {

    /** How many there are. */
    int size();

    /** Whether one of them has this context. */
    boolean runs(int context);

    /** Shows how they stand. */
    void forEachPending(Ages ages, Consumer<PendingOperation> visitor);

    /** Ends them all as failed: the peer is lost, or the engine ends. */
    void cut(Throwable cause);
}
