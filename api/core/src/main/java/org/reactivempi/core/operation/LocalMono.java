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
    private final Supplier<? extends LocalWork<T>> work;

    /**
     * An operation that is not subscribed.
     *
     * @param work gives what a subscription does, or throws what is wrong with the arguments; asked at each subscription
     */
    public LocalMono(Engine engine, Supplier<? extends LocalWork<T>> work) {
        this.engine = engine;
        this.work = work;
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        LocalWork<T> own;
        try {
            own = work.get();
        } catch (RuntimeException wrong) {
            Operators.error(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(new Running<>(subscriber, engine, own));
    }

    /** One piece of work, from its subscription to its last signal. */
    static final class Running<T> extends Operation implements AnsweringSubscription, LocalWork.Owner<T> {

        private final CoreSubscriber<? super T> subscriber;
        private final Engine engine;
        private final LocalWork<T> work;
        private @Nullable T value;

        Running(CoreSubscriber<? super T> subscriber, Engine engine, LocalWork<T> work) {
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
}
