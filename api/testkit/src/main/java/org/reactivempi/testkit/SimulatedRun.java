package org.reactivempi.testkit;

import java.time.Duration;
import java.util.List;

/**
 * A run of a simulated job in which nothing was wrong.
 *
 * @param seed of what went another way than the plain one
 * @param choices what did, as {@link Simulation#only} takes it
 * @param hash a number for all that has happened: where two runs have the same, they were the same
 * @param events how much has happened: batches that left, came and broke, connections, matches, faults
 * @param time how much virtual time has passed
 * @since 0.1
 */
public record SimulatedRun(long seed, List<String> choices, long hash, long events, Duration time) {

    /**
     * A run.
     *
     * @param seed any number
     * @param choices copied
     * @param hash any number
     * @param events 0 or more
     * @param time zero or more
     */
    public SimulatedRun {
        choices = List.copyOf(choices);
    }
}
