package org.reactivempi.transport.engine.failure;

import java.util.function.Consumer;

/** Knows of ranks that can't be reached whether they have come to their orderly end. */
@FunctionalInterface
public interface Departures {

    /**
     * Asks for one.
     *
     * @param rank in the job
     * @param answer gets true if it has, now or later, on the progress thread
     */
    void ask(int rank, Consumer<Boolean> answer);
}
