package org.reactivempi.spring.listener;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.Questions;
import org.reactivempi.spring.ListenerErrorHandler;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/**
 * All that a listener's loop works with.
 *
 * @param method what is called
 * @param communicator where messages come from and replies go to
 * @param codec reads values; for messages, which need none, any
 * @param replyCodec writes replies; where there are none, any
 * @param concurrency how many messages are dealt with at once
 * @param prefetch how many values of a stream may be under way beyond the demand
 * @param errors hears of errors
 * @param permits as many as may be dealt with at once, messages and questions together
 * @param again how what has failed is tried again; null for not at all
 * @param blocking where the method is called if it may block
 */
record Listening(
        ListenerMethod method,
        Communicator communicator,
        Codec<Object> codec,
        Codec<Object> replyCodec,
        int concurrency,
        int prefetch,
        ListenerErrorHandler errors,
        Permits permits,
        @Nullable Retry again,
        Scheduler blocking) {

    /** Tries work as often as the listener says. */
    <T> Mono<T> tried(Mono<T> work) {
        return again == null ? work : work.retryWhen(again);
    }

    /** How many questions are answered at once. */
    int answersAtOnce() {
        boolean says = method.annotation().concurrency() != 0;
        return says || method.answers() == Answers.VALUE ? concurrency : Questions.CONCURRENCY;
    }

    int source() {
        return method.source();
    }

    int tag() {
        return method.tag();
    }

    /** By {@code handle}, which has what is in the context current on its thread. */
    Mono<Void> callBlocking(Message message) {
        return Mono.just(message).publishOn(blocking).<Void>handle((each, nothing) -> call(each));
    }

    /** Of a method that returns a publisher. */
    Publisher<?> callPublishing(Message message) {
        return published(call(message));
    }

    /** Of a method that takes a stream. */
    Publisher<?> callStreaming(Flux<?> values) {
        return published(Calls.unchecked(() -> method.call(values)));
    }

    private Publisher<?> published(@Nullable Object returned) {
        if (returned == null) {
            throw new NullPointerException(method + " has returned null");
        }
        return (Publisher<?>) returned;
    }

    private @Nullable Object call(Message message) {
        Object payload = method.signature().takes() == Takes.MESSAGE ? message : message.as(codec);
        return Calls.unchecked(
                () -> method.signature().withStatus() ? method.call(payload, message.status()) : method.call(payload));
    }
}
