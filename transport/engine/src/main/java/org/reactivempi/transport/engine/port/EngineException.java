package org.reactivempi.transport.engine.port;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Why an operation of the engine has failed, or could not start. */
public abstract sealed class EngineException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private EngineException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** A peer cannot be reached, has gone, or broke the protocol. */
    public static final class PeerLostException extends EngineException {

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
        public PeerLostException(
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
        public static PeerLostException finalized(int rank, String why) {
            return new PeerLostException(
                    Kind.FINALIZED, rank, "rank " + rank + " has finalized: it " + why, null, null, null);
        }

        /** The loss of a rank that is not to be blamed: this one has failed, and can't go on with it. */
        public static PeerLostException ownFault(int rank, Throwable fault, Instant now) {
            String message = "this rank can't go on with rank " + rank + ": " + fault;
            return new PeerLostException(Kind.OWN_FAULT, rank, message, fault, now, null);
        }

        /** The failure of a rank that only others know of. */
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

    /** The operation's communicator is revoked. */
    public static final class CommunicatorRevokedException extends EngineException {

        private static final long serialVersionUID = 1L;

        /** The end of an operation. */
        public CommunicatorRevokedException() {
            super("the communicator is revoked", null);
        }
    }

    /** A receive from any source may wait in vain, since a rank has failed and nobody has acknowledged that. */
    public static final class SourceFailedException extends EngineException {

        private static final long serialVersionUID = 1L;

        private final transient List<PeerLostException> failures;

        public SourceFailedException(List<PeerLostException> failures) {
            super(
                    "a receive from any source may wait in vain, since "
                            + failures.stream()
                                    .map(PeerLostException::getMessage)
                                    .collect(Collectors.joining("; "))
                            + "; acknowledge the failure to receive from the others",
                    null);
            this.failures = List.copyOf(failures);
        }

        /** The failures that are not acknowledged, one at least. */
        public List<PeerLostException> failures() {
            return failures;
        }
    }

    /** The engine ends, or has ended: an operation cannot start, or was cut off. */
    public static final class EngineClosedException extends EngineException {

        private static final long serialVersionUID = 1L;

        private final @Nullable PeerLostException ownFailure;

        public EngineClosedException(String why, @Nullable PeerLostException ownFailure) {
            super(why, ownFailure);
            this.ownFailure = ownFailure;
        }

        /** That of this rank, where it ends because others have given it up; else null. */
        public @Nullable PeerLostException ownFailure() {
            return ownFailure;
        }
    }

    /** The memory of a message that is sent could not be read: the code that gives its bytes, which is not the engine's, has thrown. */
    public static final class UnreadableException extends EngineException {

        private static final long serialVersionUID = 1L;

        private UnreadableException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }

        /** For the sender, which knows why. */
        public static UnreadableException here(Throwable thrown) {
            return new UnreadableException("the message's memory could not be read: " + thrown, thrown);
        }

        /** For the receiver. */
        public static UnreadableException at(int rank) {
            return new UnreadableException(
                    "rank " + rank + " could not read the memory of the message that it sends", null);
        }
    }

    /** A rank has come to its end, but not all that it has sent to its peers, and whose sends have completed. */
    public static final class UndeliveredException extends EngineException {

        private static final long serialVersionUID = 1L;

        private final transient List<PeerLostException> losses;

        /**
         * The end of a rank.
         *
         * @param losses the peers that have not got all; one or more
         */
        public UndeliveredException(List<PeerLostException> losses) {
            super(
                    "not all that was sent has been delivered: "
                            + losses.stream().map(Throwable::getMessage).collect(Collectors.joining("; ")),
                    losses.get(0));
            this.losses = List.copyOf(losses);
        }

        /** Why which peer has not got all. */
        public List<PeerLostException> losses() {
            return losses;
        }
    }

    /** The receiver has dropped a message that it could not match. */
    public static final class DeclinedException extends EngineException {

        private static final long serialVersionUID = 1L;

        private final boolean freed;

        /**
         * The end of a send.
         *
         * @param rank the receiver's, in the job
         * @param why in words
         * @param freed whether it has freed the communicator; else no receive waited there for a message that counts on one
         */
        public DeclinedException(int rank, String why, boolean freed) {
            super("rank " + rank + " declined the message: " + why, null);
            this.freed = freed;
        }

        /** Whether the receiver has freed the communicator; else it was a ready message, and no receive waited for it. */
        public boolean isFreed() {
            return freed;
        }
    }
}
