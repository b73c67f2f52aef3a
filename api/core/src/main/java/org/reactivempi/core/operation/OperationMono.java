package org.reactivempi.core.operation;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * An operation with its arguments bound, which runs each time that it is subscribed. A thread that {@linkplain #block()
 * blocks} waits as a {@link BlockingWait} does, and a persistent request can start it again and again.
 */
public abstract class OperationMono<T> extends Mono<T> implements PersistentOperation.Source {

    /** An operation that is not subscribed. */
    protected OperationMono() {}

    /** An operation of {@code engine} that is composed with operators of Reactor. */
    public static <T> OperationMono<T> of(Engine engine, Mono<T> composed) {
        return new Composed<>(engine, composed);
    }

    /** The engine that it runs in, whose messages a thread moves that blocks. */
    protected abstract Engine engine();

    @Override
    public final @Nullable T block() {
        return BlockingWait.on(engine(), this);
    }

    @Override
    public final @Nullable T block(Duration timeout) {
        return BlockingWait.on(engine(), this, timeout);
    }

    @Override
    public final Optional<T> blockOptional() {
        return Optional.ofNullable(block());
    }

    @Override
    public final Optional<T> blockOptional(Duration timeout) {
        return Optional.ofNullable(block(timeout));
    }

    /** Subscribes for each start, unless overridden by an operation that runs again without new objects. */
    @Override
    public PersistentOperation persistent() {
        return new PersistentSubscriptions(this);
    }

    /** Tells a subscriber that its cancellation took effect; null if it does not want to hear of that. */
    static @Nullable Runnable answer(CoreSubscriber<?> subscriber) {
        return subscriber instanceof CancelListener listener ? listener::onCancelled : null;
    }

    private static final class Composed<T> extends OperationMono<T> {

        private final Engine engine;
        private final Mono<T> composed;

        Composed(Engine engine, Mono<T> composed) {
            this.engine = engine;
            this.composed = composed;
        }

        @Override
        protected Engine engine() {
            return engine;
        }

        @Override
        public void subscribe(CoreSubscriber<? super T> subscriber) {
            composed.subscribe(subscriber);
        }
    }
}
