package org.reactivempi.spring.listener;

import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Message;
import org.reactivempi.MpiException;
import org.reactivempi.Questions;
import org.reactivempi.SendBuffer;
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
 * @param reports what it has failed on
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
        Reports reports,
        Permits permits,
        @Nullable Retry again,
        Scheduler blocking) {

    /** Tries work as often as the listener says; once it stops, what waits for its next try has failed. */
    <T> Mono<T> tried(Mono<T> work, Stopping stopping) {
        return again == null ? work : work.retryWhen(stopping.orLast(again));
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

    /**
     * By {@code handle}, which has what is in the context current on its thread. It passes on what is thrown as a value: a {@link JvmError} it
     * would rethrow.
     */
    Mono<Void> callBlocking(Message message) {
        return Mono.just(message)
                .publishOn(blocking)
                .<Throwable>handle((each, failed) -> {
                    try {
                        call(each);
                    } catch (Throwable thrown) {
                        failed.next(JvmError.enclosed(thrown));
                    }
                })
                .flatMap(Mono::error);
    }

    /** Of a method that returns a publisher. */
    Flux<?> callPublishing(Message message) {
        return published(() -> call(message));
    }

    /** Of a method that takes a stream. */
    Flux<?> callStreaming(Flux<?> values) {
        return published(() -> method.call(new Guarded<>(values)));
    }

    private Flux<?> published(Call call) {
        try {
            Object returned = call.call();
            return returned == null
                    ? Flux.error(new NullPointerException(method + " has returned null"))
                    : new Guarded<>((Publisher<?>) returned);
        } catch (Throwable thrown) {
            return Flux.error(JvmError.enclosed(thrown));
        }
    }

    private @Nullable Object call(Message message) throws Throwable {
        Object payload = method.signature().takes() == Takes.MESSAGE ? message : read(message);
        return method.signature().withStatus() ? method.call(payload, message.status()) : method.call(payload);
    }

    /** What its codec makes of a message. */
    Object read(Message message) {
        try {
            return message.as(codec);
        } catch (Error thrown) {
            throw failed("the codec could not read a value: ", thrown);
        }
    }

    /** What its codec makes of a reply. */
    SendBuffer written(Object value) {
        try {
            return replyCodec.encode(value);
        } catch (Error thrown) {
            throw failed("the codec could not write a value: ", thrown);
        }
    }

    /** As the library itself has it: another rank may wait for what becomes of the value. */
    private static MpiException failed(String what, Error thrown) {
        return new MpiException(ErrorClass.CONVERSION, what + thrown, thrown);
    }

    /** Into the application's code. */
    @FunctionalInterface
    private interface Call {

        @Nullable
        Object call() throws Throwable;
    }
}
