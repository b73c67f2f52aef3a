package org.reactivempi.core.operation;

import java.util.concurrent.RejectedExecutionException;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.transport.bootstrap.OpenFiles;
import org.reactivempi.transport.engine.link.PeerLostException;
import org.reactivempi.transport.engine.protocol.EngineClosedException;

/** What the engine's failures are called in the contract. */
public final class Failures {

    private Failures() {}

    /**
     * An error of the contract.
     *
     * @param failure the engine's, or one of the contract already
     * @return with the failure as its cause
     */
    public static MpiException of(Throwable failure) {
        if (failure instanceof MpiException known) {
            return known;
        }
        String message = OpenFiles.explained(failure.getMessage());
        if (failure instanceof PeerLostException lost) {
            return new ProcessFailedException(lost.rank(), message, lost);
        }
        if (failure instanceof EngineClosedException) {
            return new MpiException(ErrorClass.SESSION, message, failure);
        }
        if (failure instanceof RejectedExecutionException) {
            return new MpiException(ErrorClass.SESSION, "the session is closed", failure);
        }
        return new MpiException(ErrorClass.INTERN, message, failure);
    }
}
