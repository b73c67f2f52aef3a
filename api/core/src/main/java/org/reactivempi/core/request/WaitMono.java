package org.reactivempi.core.request;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * A wait for requests. A thread that blocks for it moves the messages of a rank meanwhile, as one does that blocks for an operation:
 * of the first rank in the list, since the progress threads of others serve those as well. Where no request is of an operation of this
 * library, it waits as Reactor does.
 */
abstract class WaitMono<T> extends Mono<T> {

    /** A wait that is composed with operators of Reactor, for requests of {@code operation}. */
    static <T> Mono<T> of(Mono<T> composed, Supplier<PersistentOperation.@Nullable Source> operation) {
        return new Composed<>(composed, operation);
    }

    /** The first operation of this library among those of the requests, or null. */
    static PersistentOperation.@Nullable Source operationOf(CoreRequest... requests) {
        for (CoreRequest request : requests) {
            PersistentOperation.Source operation = request.operation();
            if (operation != null) {
                return operation;
            }
        }
        return null;
    }

    /** An operation of the rank whose messages a thread moves that blocks; null if there is none. */
    abstract PersistentOperation.@Nullable Source operation();

    @Override
    public final @Nullable T block() {
        PersistentOperation.Source operation = operation();
        return operation == null ? super.block() : operation.await(this);
    }

    @Override
    public final @Nullable T block(Duration timeout) {
        PersistentOperation.Source operation = operation();
        return operation == null ? super.block(timeout) : operation.await(this, timeout);
    }

    @Override
    public final Optional<T> blockOptional() {
        return Optional.ofNullable(block());
    }

    @Override
    public final Optional<T> blockOptional(Duration timeout) {
        return Optional.ofNullable(block(timeout));
    }

    private static final class Composed<T> extends WaitMono<T> {

        private final Mono<T> composed;
        private final Supplier<PersistentOperation.@Nullable Source> operation;

        Composed(Mono<T> composed, Supplier<PersistentOperation.@Nullable Source> operation) {
            this.composed = composed;
            this.operation = operation;
        }

        @Override
        PersistentOperation.@Nullable Source operation() {
            return operation.get();
        }

        @Override
        public void subscribe(CoreSubscriber<? super T> subscriber) {
            composed.subscribe(subscriber);
        }
    }
}
