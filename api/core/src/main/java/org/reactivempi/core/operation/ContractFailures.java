package org.reactivempi.core.operation;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.ProcessFailedPendingException;
import org.reactivempi.RevokedException;
import org.reactivempi.transport.bootstrap.OpenFiles;
import org.reactivempi.transport.engine.port.EngineException.CommunicatorRevokedException;
import org.reactivempi.transport.engine.port.EngineException.EngineClosedException;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.EngineException.SourceFailedException;
import org.reactivempi.transport.engine.port.EngineException.UndeliveredException;
import org.reactivempi.transport.engine.port.EngineException.UnreadableException;

/** What the engine's failures are called in the contract. */
public final class ContractFailures {

    private ContractFailures() {}

    /**
     * An error of the contract, for an operation of no communicator.
     *
     * @param failure the engine's, or one of the contract already
     * @return with the failure as its cause
     */
    public static MpiException of(Throwable failure) {
        return of(failure, null, "");
    }

    /**
     * An error of the contract, which names the operation that has failed.
     *
     * @param failure the engine's, or one of the contract already
     * @param members of the operation's communicator, if it has one
     * @param operation in words
     * @return with the failure as its cause
     */
    public static MpiException of(Throwable failure, @Nullable RankMap members, String operation) {
        return of(failure, members, operation, "");
    }

    /**
     * The same.
     *
     * @param operation in words; empty for none
     * @param more to stand after the reason
     */
    static MpiException of(Throwable failure, @Nullable RankMap members, String operation, String more) {
        if (failure instanceof MpiException known) {
            return known;
        }
        String prefix = operation.isEmpty() ? "" : operation + ": ";
        if (failure instanceof PeerLostException lost) {
            return lost.isOwnFault() ? ownFault(lost, prefix) : lost(lost, members, prefix, more);
        }
        PeerLostException own = ownFailure(failure);
        if (own != null) {
            return lost(own, members, prefix, more);
        }
        if (failure instanceof SourceFailedException pending) {
            return pending(pending, members, prefix, more);
        }
        String message = prefix + OpenFiles.explained(failure.getMessage());
        if (failure instanceof UndeliveredException undelivered) {
            PeerLostException first = undelivered.losses().get(0);
            return new ProcessFailedException(
                    first.rank(), Mpi.UNDEFINED, first.since(), first.lastHeard(), message, failure);
        }
        if (failure instanceof UnreadableException unreadable) {
            return unreadable.getCause() instanceof MpiException known && known.errorClass() == ErrorClass.CONVERSION
                    ? known
                    : new MpiException(ErrorClass.CONVERSION, message, unreadable.getCause());
        }
        if (failure instanceof CommunicatorRevokedException) {
            return new RevokedException(message, failure);
        }
        if (failure instanceof EngineClosedException) {
            return new MpiException(ErrorClass.SESSION, message, failure);
        }
        if (failure instanceof RejectedExecutionException) {
            return new MpiException(ErrorClass.SESSION, prefix + "the session is closed", failure);
        }
        return new MpiException(ErrorClass.INTERN, message, failure);
    }

    /** That of this rank, where it has ended the engine; else null. */
    private static @Nullable PeerLostException ownFailure(Throwable failure) {
        if (failure instanceof EngineClosedException closed) {
            return closed.ownFailure();
        }
        return failure instanceof RejectedExecutionException && failure.getCause() instanceof PeerLostException own
                ? own
                : null;
    }

    /**
     * The failure of a message of the library's own, as that of the operation that has sent it.
     *
     * @param operation in words
     * @return of the same type, with the failure as its cause; or the failure itself where its words are enough
     */
    public static MpiException in(String operation, MpiException failure) {
        String message = operation + ": " + failure.getMessage();
        if (failure instanceof ProcessFailedException lost && lost.agreed().isEmpty()) {
            return new ProcessFailedException(
                    lost.rank(),
                    lost.rankInCommunicator(),
                    lost.since().orElse(null),
                    lost.lastHeard().orElse(null),
                    message,
                    failure);
        }
        return failure instanceof RevokedException ? new RevokedException(message, failure) : failure;
    }

    /**
     * The loss of a rank.
     *
     * @param members of the operation's communicator, if it has one
     * @return with the loss as its cause
     */
    public static ProcessFailedException lost(PeerLostException loss, @Nullable RankMap members) {
        return lost(loss, members, "", "");
    }

    private static ProcessFailedException lost(
            PeerLostException loss, @Nullable RankMap members, String prefix, String more) {
        loss.noteTold();
        int rank = members == null ? Mpi.UNDEFINED : members.rankOf(loss.rank());
        Group.Process process = members == null ? null : members.ofOtherJob(loss.rank());
        String who = process == null
                ? ""
                : "rank " + process.rank() + " of the job " + process.job() + " is lost, which is rank " + loss.rank()
                        + " here: ";
        String message = prefix + who + OpenFiles.explained(loss.getMessage()) + silence(loss) + more;
        return new ProcessFailedException(loss.rank(), rank, loss.since(), loss.lastHeard(), message, loss);
    }

    /** Not the peer has failed, but this rank. */
    private static MpiException ownFault(PeerLostException loss, String prefix) {
        loss.noteTold();
        boolean memory = loss.getCause() instanceof OutOfMemoryError;
        return new MpiException(memory ? ErrorClass.NO_MEM : ErrorClass.INTERN, prefix + loss.getMessage(), loss);
    }

    private static String silence(PeerLostException loss) {
        String since = loss.since() == null ? "" : "; unreachable since " + loss.since();
        return loss.lastHeard() == null ? since : since + "; last heard from at " + loss.lastHeard();
    }

    private static MpiException pending(
            SourceFailedException pending, @Nullable RankMap members, String prefix, String more) {
        List<ProcessFailedException> failures =
                pending.failures().stream().map(loss -> lost(loss, members)).toList();
        String who = failures.stream().map(Throwable::getMessage).collect(Collectors.joining("; "));
        return new ProcessFailedPendingException(
                prefix + "withdrawn, since it might wait in vain: " + who
                        + "; acknowledge the failure to receive from the others" + more,
                failures);
    }
}
