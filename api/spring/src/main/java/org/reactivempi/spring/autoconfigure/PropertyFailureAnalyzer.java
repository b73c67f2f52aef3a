package org.reactivempi.spring.autoconfigure;

import org.reactivempi.spring.session.PropertyException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Says which property is wrong and where it stands; before Spring Boot's own analyzers, which know less of it. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class PropertyFailureAnalyzer extends AbstractFailureAnalyzer<PropertyException> {

    private final Environment environment;

    PropertyFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, PropertyException cause) {
        String message = String.valueOf(cause.getMessage());
        return new FailureAnalysis(
                message + PropertyOrigin.of(environment, message), "Correct the property, or take it away.", cause);
    }
}
