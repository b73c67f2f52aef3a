package org.reactivempi.spring;

import reactor.core.publisher.Mono;

/**
 * Hears of what went wrong in an {@link MpiListener}: it threw, its {@code Mono} or {@code Flux} failed, a payload could not be
 * read, a reply not be sent. The listener goes on when the handler's {@code Mono} has ended. Without a bean of this type,
 * errors are logged. Where there is a {@link DeadLetterHandler}, that hears of messages and questions, and this of streams.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface ListenerErrorHandler {

    /**
     * Deals with an error; must not block.
     *
     * @param failure what has failed, and where
     * @return completes when the listener may go on; an error of its own is logged, and otherwise ignored
     */
    Mono<Void> handle(ListenerFailure failure);
}
