package org.reactivempi.spring.listener;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.reactivempi.spring.ListenerErrorHandler;
import org.reactivempi.spring.ListenerFailure;
import reactor.core.publisher.Mono;

/** Writes what went wrong in a listener to the log; what an application without a handler of its own has. */
public final class LoggingErrorHandler implements ListenerErrorHandler {

    private static final Log log = LogFactory.getLog(LoggingErrorHandler.class);

    /** One for all listeners. */
    public LoggingErrorHandler() {}

    @Override
    public Mono<Void> handle(ListenerFailure failure) {
        return Mono.fromRunnable(() -> log.error(text(failure), failure.error()));
    }

    private static String text(ListenerFailure failure) {
        String method = failure.method().getDeclaringClass().getName() + "."
                + failure.method().getName();
        String about = failure.message()
                .map(message -> "a message from rank " + message.status().source() + " with tag "
                        + message.status().tag())
                .orElse("a stream");
        return "The listener " + method + " has failed on " + about;
    }
}
