package org.reactivempi.core.operation;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.transport.engine.port.EndNumbers;
import org.reactivempi.transport.engine.port.Engine;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Mono;

/**
 * An operation with its arguments bound, which runs each time that it is subscribed. A thread that {@linkplain #block()
 * blocks} waits as a {@link BlockingWait} does, and a persistent request can start it again and again.
 */
public abstract class OperationMono<T> extends Mono<T> implements PersistentOperation.Source, Scannable {

    /** An operation that is not subscribed. */
    protected OperationMono() {}

    /** An operation of {@code engine} that is composed with operators of Reactor; {@code name} is for people. */
    public static <T> OperationMono<T> of(Engine engine, String name, Mono<T> composed) {
        return new Composed<>(engine, name, composed);
    }

    /** The same of a user, with one error for all that it is made of, which {@code errors} hears of first. */
    public static <T> OperationMono<T> of(Engine engine, ErrorListener errors, String name, Mono<T> composed) {
        return new OfUsers<>(engine, errors, name, composed);
    }

    /** Hears of its errors before its subscriber does; nobody unless overridden. */
    protected ErrorListener errors() {
        return ErrorListener.NONE;
    }

    /** The engine that it runs in, whose messages a thread moves that blocks. */
    protected abstract Engine engine();

    /** What it is, for people, such as {@code irecv(source 0, tag 7)}: its errors begin with that, and Reactor's tools show it. */
    protected abstract String inWords();

    @Override
    @SuppressWarnings("rawtypes") // As Reactor declares it.
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.NAME) {
            return inWords();
        }
        return key == Attr.RUN_STYLE ? Attr.RunStyle.ASYNC : null;
    }

    @Override
    public String toString() {
        return inWords();
    }

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

    @Override
    public final <W> @Nullable W await(Mono<W> wait) {
        return BlockingWait.forRequests(engine(), wait);
    }

    @Override
    public final <W> @Nullable W await(Mono<W> wait, Duration timeout) {
        return BlockingWait.forRequests(engine(), wait, timeout);
    }

    @Override
    public final boolean leave(Runnable signal) {
        return engine().leave(signal);
    }

    @Override
    public final EndNumbers ends() {
        return engine().ends();
    }

    @Override
    public final void look() {
        engine().look();
    }

    /** Subscribes for each start, unless overridden by an operation that runs again without new objects. */
    @Override
    public PersistentOperation persistent() {
        return new PersistentSubscriptions(this);
    }

    /** Tells a subscriber that its cancellation took effect; null if it does not want to hear of that. */
    public static @Nullable Runnable answer(CoreSubscriber<?> subscriber) {
        return subscriber instanceof CancelListener listener ? listener::onCancelled : null;
    }

    private static class Composed<T> extends OperationMono<T> {

        private final Engine engine;
        private final String name;
        final Mono<T> composed;

        Composed(Engine engine, String name, Mono<T> composed) {
            this.engine = engine;
            this.name = name;
            this.composed = composed;
        }

        @Override
        protected Engine engine() {
            return engine;
        }

        @Override
        protected String inWords() {
            return name;
        }

        @Override
        public void subscribe(CoreSubscriber<? super T> subscriber) {
            composed.subscribe(subscriber);
        }
    }

    /** A class, so that the library's own need no subscriber more. */
    private static final class OfUsers<T> extends Composed<T> {

        private final ErrorListener errors;

        OfUsers(Engine engine, ErrorListener errors, String name, Mono<T> composed) {
            super(engine, name, composed);
            this.errors = errors;
        }

        @Override
        protected ErrorListener errors() {
            return errors;
        }

        @Override
        public void subscribe(CoreSubscriber<? super T> subscriber) {
            composed.subscribe(Outermost.of(subscriber, errors));
        }
    }
}
