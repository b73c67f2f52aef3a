package org.reactivempi.transport.engine.link;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A peer cannot be reached, has gone, or broke the protocol. */
public final class PeerLostException extends RuntimeException {

    private static final String HAS_FINALIZED = "has finalized";

    private static final long serialVersionUID = 1L;

    private final int rank;
    private final boolean finalized;
    private final @Nullable Instant since;
    private final @Nullable Instant lastHeard;

    /** The loss of a rank of the job, and why. */
    public PeerLostException(int rank, String why, @Nullable Throwable cause) {
        this(rank, why, cause, null, null);
    }

    /**
     * The loss of a rank of the job, and how long it has been silent.
     *
     * @param rank the rank
     * @param why what happened
     * @param cause what led to it, where something did
     * @param since when its connection broke, or it was first tried in vain; null if that isn't known
     * @param lastHeard when something came from it for the last time; null if nothing ever did, or it isn't known
     */
    public PeerLostException(
            int rank, String why, @Nullable Throwable cause, @Nullable Instant since, @Nullable Instant lastHeard) {
        super("rank " + rank + " " + why, cause);
        this.rank = rank;
        this.finalized = why.equals(HAS_FINALIZED);
        this.since = since;
        this.lastHeard = lastHeard;
    }

    /** The end of a rank that has taken its leave. */
    public static PeerLostException finalized(int rank) {
        return new PeerLostException(rank, HAS_FINALIZED, null);
    }

    /** Which rank of the job. */
    public int rank() {
        return rank;
    }

    /** Whether it has come to an orderly end, and so has not failed. */
    public boolean hasFinalized() {
        return finalized;
    }

    /** Since when it is out of reach, where that is known. */
    public @Nullable Instant since() {
        return since;
    }

    /** When something came from it for the last time, where that is known. */
    public @Nullable Instant lastHeard() {
        return lastHeard;
    }
}
