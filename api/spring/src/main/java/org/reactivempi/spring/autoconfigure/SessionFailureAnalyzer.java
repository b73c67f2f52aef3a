package org.reactivempi.spring.autoconfigure;

import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.spring.session.SessionStartException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Says why the session has not started, and what to do. */
final class SessionFailureAnalyzer extends AbstractFailureAnalyzer<SessionStartException> {

    private static final String START =
            "Start all ranks, with the launcher or with reactivempi.peers and reactivempi.rank; or set"
                    + " reactivempi.session.enabled=false for an application without ranks.";

    private final Environment environment;

    SessionFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, SessionStartException cause) {
        String message = String.valueOf(cause.getMessage());
        return new FailureAnalysis(
                "The MPI session has not started: " + message + PropertyOrigin.of(environment, message),
                cause.getCause() instanceof MpiException mpi ? action(mpi) : START,
                cause);
    }

    private static String action(MpiException error) {
        return error.errorClass() == ErrorClass.ARG ? "Correct the property." : START;
    }
}
