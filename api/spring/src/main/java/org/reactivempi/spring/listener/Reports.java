package org.reactivempi.spring.listener;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Message;
import org.reactivempi.spring.DeadLetter;
import org.reactivempi.spring.DeadLetterHandler;
import org.reactivempi.spring.ListenerErrorHandler;
import org.reactivempi.spring.ListenerFailure;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

/**
 * Tells the application what a listener has failed on.
 *
 * <pre>
 *  message, question --&gt; dead-letter handler, where there is one --fails--+
 *  stream --------------------------------------------------------------+--&gt; error handler --fails--&gt; log
 * </pre>
 *
 * @param listener which has failed
 * @param letters gets messages and questions; null for nobody
 * @param errors gets all else
 */
record Reports(ListenerMethod listener, @Nullable DeadLetterHandler letters, ListenerErrorHandler errors) {

    private static final Log log = LogFactory.getLog(Reports.class);

    /** Completes when the listener may go on, in any case. */
    Mono<Void> of(@Nullable Message message, Throwable error) {
        Throwable cause = JvmError.opened(Exceptions.unwrap(error));
        DeadLetterHandler handler = letters;
        if (handler == null || message == null) {
            return toErrorHandler(message, cause);
        }
        return Mono.defer(() -> handler.handle(new DeadLetter(listener.method(), message, cause)))
                .onErrorResume(again -> {
                    log.error("The dead-letter handler of " + listener + " has failed", again);
                    return toErrorHandler(message, cause);
                });
    }

    private Mono<Void> toErrorHandler(@Nullable Message message, Throwable cause) {
        return Mono.defer(() -> errors.handle(new ListenerFailure(listener.method(), message, cause)))
                .onErrorResume(again -> {
                    log.error("The error handler of " + listener + " has failed", again);
                    return Mono.empty();
                });
    }
}
