package org.reactivempi.transport.sim;

import io.netty.util.concurrent.Ticker;
import java.util.function.BooleanSupplier;

/** What a simulated loop has from the one that turns it. */
interface Turner {

    /** The time. */
    Ticker ticker();

    /** A loop may have work, and wants its turn. */
    void lineUp(SimulatedLoop loop);

    /** Does something at a time. */
    void at(long nanos, Runnable action);

    /** Refuses a thread that does not act in the job. */
    void checkCaller();

    /** Whether a thread is in a loop's turn. */
    boolean isInside(SimulatedLoop loop, Thread caller);

    /** How many commands a rank's turn has at most; 0 for all. */
    long lengthOfTurn(int rank);

    /** The calling program waits until something is so. */
    void await(BooleanSupplier until);

    /** The calling program looks what has come to its rank, and waits until it has; without effect in a turn. */
    void look(SimulatedLoop loop);
}
