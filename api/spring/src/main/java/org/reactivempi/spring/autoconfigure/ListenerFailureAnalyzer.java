package org.reactivempi.spring.autoconfigure;

import org.reactivempi.spring.listener.ListenerException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which listener cannot be used, and why. */
final class ListenerFailureAnalyzer extends AbstractFailureAnalyzer<ListenerException> {

    ListenerFailureAnalyzer() {}

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ListenerException cause) {
        return new FailureAnalysis(
                "An @MpiListener cannot be used: " + cause.getMessage() + ".",
                "Correct the method or its annotation.",
                cause);
    }
}
