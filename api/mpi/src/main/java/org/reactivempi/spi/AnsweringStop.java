package org.reactivempi.spi;

import java.util.Optional;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Has a handler of questions take no more of them, and complete when it has answered the ones that it has taken: {@code
 * answer(...).contextWrite(AnsweringStop.at(stop))}. Further questions wait for the next handler. A cancellation would give up those
 * that are being handled.
 */
public final class AnsweringStop {

    private static final Object KEY = AnsweringStop.class;

    private AnsweringStop() {}

    /**
     * For the context of a handler's subscriber.
     *
     * @param stop whose end stops the handler, on any thread
     * @return what to put into the context
     */
    public static ContextView at(Mono<?> stop) {
        return Context.of(KEY, stop);
    }

    /**
     * What stops a handler.
     *
     * @param context of the handler's subscriber
     * @return the {@code Mono} with whose end it takes no more questions, if there is one
     */
    public static Optional<Mono<?>> in(ContextView context) {
        return context.getOrEmpty(KEY);
    }
}
