package org.reactivempi.transport.sim;

import java.util.List;
import org.reactivempi.transport.sim.Choice.Kind;

/**
 * One of several things that a run could do has been done.
 *
 * @param kind what was decided: {@link Kind#MATCH} which message a receive from any source gets, {@link Kind#ARRIVE} what reaches a rank
 *     first
 * @param rank whose
 * @param nth which of its kind there
 * @param what it was about, for people
 * @param candidates what the program could have met in its place and can tell from it, with that itself
 * @param got what it was
 * @param asked whether that was asked for
 * @param seen whether the rank's program can tell
 */
public record Decision(
        Kind kind,
        int rank,
        long nth,
        String what,
        List<Candidate> candidates,
        Candidate got,
        boolean asked,
        boolean seen) {

    /**
     * What could be.
     *
     * @param source the rank from which it comes; the own one where the program does what it wants to
     * @param tag of the message, where it is one that is known
     * @param content a hash of what it holds; {@link org.reactivempi.transport.engine.platform.Matches#UNKNOWN} where that is not known
     * @param words what it is, for people
     */
    public record Candidate(int source, int tag, long content, String words) {

        /** In place of a tag. */
        static final int NO_TAG = -1;
    }

    /**
     * A source that came too late to be a candidate, and could have been one if others had gone first.
     *
     * @param decision the number of the decision, in the order in which they were taken
     * @param source its rank
     * @param after how many decisions had been taken when it came
     */
    public record Late(int decision, int source, int after) {}

    /** As a choice. */
    public Choice choice() {
        return choice(got.source);
    }

    /** Another source in place of the one that it was. */
    public Choice choice(int source) {
        return new Choice(kind, source, rank, nth);
    }
}
