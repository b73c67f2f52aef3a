package org.reactivempi;

/**
 * How one rank of the job stands; see {@link Session#members}.
 *
 * @param rank in the world, 0 to {@code size - 1}
 * @param state whether it is there
 * @param incarnation how often this rank has seen it come: 1 for its first process, 2 for the one that has come in its place,
 *     and so on; 0 as long as it has not come. Ranks that were not there at the same time count differently
 * @since 0.1
 */
public record Member(int rank, State state, int incarnation) {

    /** Whether a rank is there. */
    public enum State {
        /** It has not come yet. What is sent to it waits for it, within the setting {@code wait-for-peers}. */
        AWAITED,
        /** It is there, as the first process of that rank. */
        JOINED,
        /** The connection with it has broken, and another is looked for. Operations with it go on when there is one. */
        SUSPECT,
        /** It has finalized. */
        LEFT,
        /** It is lost: operations with it end with {@link ProcessFailedException}. */
        FAILED,
        /** Another process has come in its place: operations that start from now on reach that. */
        RETURNED
    }

    /**
     * Whether messages reach it now.
     *
     * @return true if it has {@linkplain State#JOINED joined} or {@linkplain State#RETURNED returned}
     */
    public boolean isPresent() {
        return state == State.JOINED || state == State.RETURNED;
    }
}
