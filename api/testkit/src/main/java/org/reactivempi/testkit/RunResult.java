package org.reactivempi.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.sim.Batches;
import org.reactivempi.transport.sim.Choice;
import org.reactivempi.transport.sim.Decision;
import org.reactivempi.transport.sim.RunPlan;

/**
 * What has become of a run.
 *
 * @param plan by which it is the same again
 * @param outcome how it has ended
 * @param words what is wrong; empty where nothing is
 * @param cause what a rank has thrown; null where none has
 * @param deviations what went another way than the plain one
 * @param decisions what was decided, in order
 * @param late the sources that came too late for one of these
 * @param batches how many batches have left, by ranks
 * @param trace of what has happened
 * @param log what the ranks have logged
 * @param exits the processes that have ended themselves
 */
record RunResult(
        RunPlan plan,
        Outcome outcome,
        String words,
        @Nullable Throwable cause,
        Set<Choice> deviations,
        List<Decision> decisions,
        List<Decision.Late> late,
        List<Batches> batches,
        Traced trace,
        List<String> log,
        List<SimulatedRun.Exit> exits) {

    /** How a run ends. */
    enum Outcome {
        /** All ranks have ended, and nothing is left. */
        FINE,
        /** A receive waits for a source that was asked for, and that can't come first: no run is like that. */
        INFEASIBLE,
        /** A rank has failed. */
        FAILED,
        /** Nothing can go on. */
        DEADLOCK,
        /** Something is left. */
        LEFT,
        /** It has no end. */
        HANGS
    }

    /**
     * What has happened.
     *
     * @param hash a number for all of it
     * @param events how much it was
     * @param steps how much was done for it: turns of ranks, and events that time has gone on to
     * @param time how long it took
     * @param lines each of it, where that was wanted
     */
    record Traced(long hash, long events, long steps, Duration time, List<String> lines) {}

    /** Whether something is wrong. */
    boolean isFailure() {
        return outcome != Outcome.FINE && outcome != Outcome.INFEASIBLE;
    }
}
