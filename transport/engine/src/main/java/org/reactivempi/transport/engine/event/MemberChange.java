package org.reactivempi.transport.engine.event;

import org.jspecify.annotations.Nullable;

/**
 * How a rank of the job stands, from now on.
 *
 * @param rank in the job
 * @param state whether it is there
 * @param incarnation how often it has come, as far as this rank has seen: 1 for its first process, 0 if it has not come
 */
public record MemberChange(int rank, State state, int incarnation) {

    /** Whether a rank is there. */
    public enum State {
        /** It has not come yet. */
        AWAITED,
        /** It is there, for the first time. */
        JOINED,
        /** Its connection has broken; another is looked for. */
        SUSPECT,
        /** It has finalized. */
        LEFT,
        /** It is lost. */
        FAILED,
        /** It is there again, after it has left or failed. */
        RETURNED
    }

    /** By hand, as {@link #hashCode}: what the compiler makes of a record takes milliseconds of each rank's start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MemberChange that
                && rank == that.rank
                && state == that.state
                && incarnation == that.incarnation;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * rank + state.hashCode()) + incarnation;
    }

    /** Whether this incarnation has ended. */
    public boolean isOver() {
        return state == State.LEFT || state == State.FAILED;
    }
}
