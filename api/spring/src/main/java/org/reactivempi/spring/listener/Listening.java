package org.reactivempi.spring.listener;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.spring.ListenerErrorHandler;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

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
 */
record Listening(
        ListenerMethod method,
        Communicator communicator,
        Codec<Object> codec,
        Codec<Object> replyCodec,
        int concurrency,
        int prefetch,
        ListenerErrorHandler errors,
        Permits permits) {

    int source() {
        return method.annotation().source();
    }

    int tag() {
        return method.tag();
    }

    /** By {@code handle}, which has what is in the context current on its thread. */
    Mono<Void> callBlocking(Message message) {
        return Mono.just(message).publishOn(Schedulers.boundedElastic()).<Void>handle((each, nothing) -> call(each));
    }

    /** Of a method that returns a publisher. */
    Publisher<?> callPublishing(Message message) {
        Object returned = call(message);
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
