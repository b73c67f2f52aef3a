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
 * @param exits the processes that have ended themselves, in this order, as one of two does that claim the same rank
 * @param traffic who has sent to whom, those of the lowest ranks first
 * @since 0.1
 */
public record SimulatedRun(
        long seed,
        List<String> choices,
        long hash,
        long events,
        Duration time,
        List<Exit> exits,
        List<Traffic> traffic) {

    /**
     * The end of a process by itself.
     *
     * @param rank of the process
     * @param process which one of that rank, from 1: the second is the one that has come after the first
     * @param code of its exit, such as 36 where another process has the rank
     * @since 0.1
     */
    public record Exit(int rank, int process, int code) {}

    /**
     * What one rank has sent another one, from the start of the job to its end.
     *
     * @param from who has sent it
     * @param to who has got it, but for what was lost
     * @param batches how many batches it was, 1 or more: what a rank sends another one at one time is one batch
     * @since 0.1
     */
    public record Traffic(int from, int to, int batches) {}

    /**
     * A run.
     *
     * @param seed any number
     * @param choices copied
     * @param hash any number
     * @param events 0 or more
     * @param time zero or more
     * @param exits copied
     * @param traffic copied
     */
    public SimulatedRun {
        choices = List.copyOf(choices);
        exits = List.copyOf(exits);
        traffic = List.copyOf(traffic);
    }
}
