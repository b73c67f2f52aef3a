package org.reactivempi.transport.engine.link;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A peer cannot be reached, has gone, or broke the protocol. */
public final class PeerLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private enum Kind {
        FAILED,
        FINALIZED,
        OWN_FAULT,
        HEARSAY
    }

    private final int rank;
    private final Kind kind;
    private final @Nullable Instant since;
    private final @Nullable Instant lastHeard;
    private volatile boolean undelivered;
    private volatile boolean told;

    /** The loss of a rank of the job, and why. */
    public PeerLostException(int rank, String why, @Nullable Throwable cause) {
        this(rank, why, cause, null, null);
    }

    /**
     * The loss of a rank of the job, and how long it has been silent.
     *
     * @param since when its connection broke, or it was first tried in vain; null if that isn't known
     * @param lastHeard when something came from it for the last time; null if nothing ever did, or it isn't known
     */
    PeerLostException(
            int rank, String why, @Nullable Throwable cause, @Nullable Instant since, @Nullable Instant lastHeard) {
        this(Kind.FAILED, rank, "rank " + rank + " " + why, cause, since, lastHeard);
    }

    private PeerLostException(
            Kind kind,
            int rank,
            String message,
            @Nullable Throwable cause,
            @Nullable Instant since,
            @Nullable Instant lastHeard) {
        super(message, cause);
        this.kind = kind;
        this.rank = rank;
        this.since = since;
        this.lastHeard = lastHeard;
    }

    /** The end of a rank that has said goodbye. */
    public static PeerLostException finalized(int rank) {
        return new PeerLostException(Kind.FINALIZED, rank, "rank " + rank + " has finalized", null, null, null);
    }

    /** The end of a rank that has finalized as others say; {@code why} is how this one has noticed. */
    static PeerLostException finalized(int rank, String why) {
        return new PeerLostException(
                Kind.FINALIZED, rank, "rank " + rank + " has finalized: it " + why, null, null, null);
    }

    /** The loss of a rank that is not to be blamed: this one has failed, and can't go on with it. */
    static PeerLostException ownFault(int rank, Throwable fault, Instant now) {
        String message = "this rank can't go on with rank " + rank + ": " + fault;
        return new PeerLostException(Kind.OWN_FAULT, rank, message, fault, now, null);
    }

    /** The failure of a rank of which only others know. */
    public static PeerLostException hearsay(int rank) {
        return new PeerLostException(
                Kind.HEARSAY, rank, "rank " + rank + " has failed, as other ranks say", null, null, null);
    }

    /** The failure of this rank itself, as others have it, which go on without it; {@code why} says which. */
    public static PeerLostException ofSelf(int rank, String why) {
        String message = "rank " + rank + ", this one, was given up: " + why;
        return new PeerLostException(Kind.HEARSAY, rank, message, null, null, null);
    }

    /** Whether this rank has found by itself that the peer has failed. */
    public boolean isFirstHand() {
        return kind == Kind.FAILED;
    }

    /** Whether not the peer has failed, but this rank, by the cause of this. */
    public boolean isOwnFault() {
        return kind == Kind.OWN_FAULT;
    }

    /** It has cost a message whose send has completed. */
    public void noteUndelivered() {
        undelivered = true;
    }

    /** The program hears of it, by the end of an operation. */
    public void noteTold() {
        told = true;
    }

    /** Whether it has cost a message, and the program has never heard of it. */
    public boolean isSilent() {
        return undelivered && !told && kind != Kind.FINALIZED;
    }

    /** Which rank of the job. */
    public int rank() {
        return rank;
    }

    /** Whether it has come to an orderly end, and so has not failed. */
    public boolean hasFinalized() {
        return kind == Kind.FINALIZED;
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
