package org.reactivempi.core.operation;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.operation.Operation;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/** Does some work on the progress thread each time that it is subscribed, in the order in which messages start there. */
public final class LocalMono<T> extends OperationMono<T> {

    private final Engine engine;
    private final Supplier<? extends Work<T>> work;

    /**
     * An operation that is not subscribed.
     *
     * @param work gives what a subscription does, or throws what is wrong with the arguments; asked at each subscription
     */
    public LocalMono(Engine engine, Supplier<? extends Work<T>> work) {
        this.engine = engine;
        this.work = work;
    }

    @Override
    protected Engine engine() {
        return engine;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        Work<T> own;
        try {
            own = work.get();
        } catch (RuntimeException wrong) {
            Operators.error(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(new Running<>(subscriber, engine, own));
    }

    /** One piece of work, from its subscription to its last signal. */
    static final class Running<T> extends Operation implements AnsweringSubscription, Work.Owner<T> {

        private final CoreSubscriber<? super T> subscriber;
        private final Engine engine;
        private final Work<T> work;
        private @Nullable T value;

        Running(CoreSubscriber<? super T> subscriber, Engine engine, Work<T> work) {
            this.subscriber = subscriber;
            this.engine = engine;
            this.work = work;
        }

        @Override
        protected CoreSubscriber<?> subscriber() {
            return subscriber;
        }

        @Override
        protected Host host() {
            return engine;
        }

        @Override
        protected void start() {
            engine.messages().start(this::work);
        }

        private void work() {
            try {
                engine.messages().checkOpen();
                work.start(this);
            } catch (RuntimeException e) {
                fail(e);
            }
        }

        @Override
        protected void withdraw() {
            if (work.forget(this)) {
                cancelled();
                engine.messages().end(this);
            }
        }

        @Override
        protected @Nullable Runnable answer() {
            return OperationMono.answer(subscriber);
        }

        @Override
        protected Throwable error(Throwable failure) {
            return ContractFailures.of(failure);
        }

        @Override
        public void complete(@Nullable T value) {
            this.value = value;
            engine.messages().end(this);
        }

        @Override
        public void fail(Throwable failure) {
            failed(failure);
            engine.messages().end(this);
        }

        @Override
        protected void onDone() {
            if (end()) {
                if (value == null) {
                    tellEnd(subscriber);
                } else {
                    tell(subscriber, value);
                }
            }
        }
    }

    /** What an operation does on the progress thread when it is not itself a message. */
    @FunctionalInterface
    public interface Work<T> {

        /** Told of the end, once, on the progress thread. */
        interface Owner<T> {

            /**
             * It has completed.
             *
             * @param value what it gives, or null for nothing
             */
            void complete(@Nullable T value);

            /** It has failed. */
            void fail(Throwable failure);
        }

        /**
         * Does it, or begins it.
         *
         * @throws RuntimeException if it fails at once; then the owner is told nothing
         */
        void start(Owner<T> owner);

        /**
         * Forgets one that has begun, if that is still possible.
         *
         * @return whether it is forgotten, and the owner will be told nothing
         */
        default boolean forget(Owner<T> owner) {
            return false;
        }
    }
}
