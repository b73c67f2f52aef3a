package org.reactivempi;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The process at the other end has failed, has gone, or cannot be reached. Or the others take this very rank for failed, and go on without it:
 * then {@link #rank} is its own, and the session has ended.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.4">MPI-4.1, 9.4</a>
 * @since 0.1
 */
public final class ProcessFailedException extends MpiException {

    private static final long serialVersionUID = 1L;

    private final int rank;
    private final int rankInCommunicator;
    private final @Nullable Instant since;
    private final @Nullable Instant lastHeard;
    private final @Nullable Integer agreed;

    /**
     * The loss of a rank; nothing more is known of it.
     *
     * @param rank its rank in the world
     * @param message what happened
     * @param cause what led to it, where something did
     */
    public ProcessFailedException(int rank, String message, @Nullable Throwable cause) {
        this(rank, Constants.UNDEFINED, null, null, message, cause);
    }

    /**
     * The loss of a rank.
     *
     * @param rank its rank in the world
     * @param rankInCommunicator its rank in the operation's communicator, or {@link Mpi#UNDEFINED}
     * @param since since when it is out of reach, where that is known
     * @param lastHeard when something came from it for the last time, where that is known
     * @param message what happened
     * @param cause what led to it, where something did
     */
    public ProcessFailedException(
            int rank,
            int rankInCommunicator,
            @Nullable Instant since,
            @Nullable Instant lastHeard,
            String message,
            @Nullable Throwable cause) {
        super(ErrorClass.PROC_FAILED, message, cause);
        this.rank = rank;
        this.rankInCommunicator = rankInCommunicator;
        this.since = since;
        this.lastHeard = lastHeard;
        this.agreed = null;
    }

    private ProcessFailedException(ProcessFailedException failure, int agreed) {
        super(ErrorClass.PROC_FAILED, "agreed on " + agreed + ", and " + failure.getMessage(), failure);
        this.rank = failure.rank;
        this.rankInCommunicator = failure.rankInCommunicator;
        this.since = failure.since;
        this.lastHeard = failure.lastHeard;
        this.agreed = agreed;
    }

    /**
     * The same, as the end of an agreement that has come to a value.
     *
     * @param value what the ranks have agreed on
     * @return a new exception, caused by this one
     */
    public ProcessFailedException afterAgreeingOn(int value) {
        return new ProcessFailedException(this, value);
    }

    /**
     * The rank that is lost.
     *
     * @return rank in the world; for a process of another job the number, from the world's size on, by which this process alone knows it
     */
    public int rank() {
        return rank;
    }

    /**
     * The rank that is lost, in the communicator of the operation that failed.
     *
     * @return rank in that communicator, or {@link Mpi#UNDEFINED} where the operation has none
     */
    public int rankInCommunicator() {
        return rankInCommunicator;
    }

    /**
     * Since when the process is out of reach: its connection broke then, or it was tried in vain for the first time.
     *
     * @return the time, by this host's clock; empty where that isn't known, as when others tell of the loss
     */
    public Optional<Instant> since() {
        return Optional.ofNullable(since);
    }

    /**
     * When something came from the process for the last time.
     *
     * @return the time, by this host's clock; empty where nothing ever did, or that isn't known
     */
    public Optional<Instant> lastHeard() {
        return Optional.ofNullable(lastHeard);
    }

    /**
     * What the ranks have agreed on, where this ended a {@link Failures#agree}.
     *
     * @return the value; empty for all other operations
     */
    public OptionalInt agreed() {
        return agreed == null ? OptionalInt.empty() : OptionalInt.of(agreed);
    }
}
