package org.reactivempi.core.operation;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.LocalOperation;
import org.reactivempi.transport.engine.port.Noting;
import reactor.core.CoreSubscriber;

/** Does some work on the progress thread each time that it is subscribed, in the order in which messages start there. */
public final class LocalMono<T> extends OperationMono<T> {

    private final Engine engine;
    private final ErrorListener errors;
    private final Supplier<String> name;
    private final Supplier<? extends Work<T>> work;

    /**
     * An operation that is not subscribed.
     *
     * @param name what it is, for people
     * @param work gives what a subscription does, or throws what is wrong with the arguments; asked at each subscription
     */
    public LocalMono(Engine engine, Supplier<String> name, Supplier<? extends Work<T>> work) {
        this(engine, ErrorListener.NONE, name, work);
    }

    /** The same of a user, whose errors {@code errors} hears of first. */
    public LocalMono(Engine engine, ErrorListener errors, Supplier<String> name, Supplier<? extends Work<T>> work) {
        this.engine = engine;
        this.errors = errors;
        this.name = name;
        this.work = work;
    }

    /**
     * Work that one object does again and again, for a persistent request.
     *
     * @param errors hears of its errors first
     * @param name what it is, for people
     * @param check throws what is wrong with its arguments; asked at each start
     * @param work is begun once more by each start, and completes with a status
     */
    public static PersistentOperation persistent(
            Engine engine, ErrorListener errors, Supplier<String> name, Runnable check, Work<Status> work) {
        return new Restarted(
                engine, errors, check, subscriber -> new Running<>(subscriber, engine, errors, name, work));
    }

    @Override
    protected Engine engine() {
        return engine;
    }

    @Override
    protected ErrorListener errors() {
        return errors;
    }

    @Override
    protected String inWords() {
        return name.get();
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        Work<T> own;
        try {
            own = work.get();
        } catch (RuntimeException wrong) {
            errors.refuse(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(new Running<>(subscriber, engine, errors, name, own));
    }

    /** One piece of work, from its subscription to its last signal. */
    static final class Running<T> extends LocalOperation implements Restartable, Work.Owner<T> {

        private final CoreSubscriber<? super T> subscriber;
        private final Engine engine;
        private final ErrorListener errors;
        private final Supplier<String> name;
        private final Work<T> work;
        private @Nullable T value;

        Running(
                CoreSubscriber<? super T> subscriber,
                Engine engine,
                ErrorListener errors,
                Supplier<String> name,
                Work<T> work) {
            this.subscriber = subscriber;
            this.engine = engine;
            this.errors = errors;
            this.name = name;
            this.work = work;
        }

        @Override
        protected CoreSubscriber<?> subscriber() {
            return subscriber;
        }

        @Override
        protected Engine engine() {
            return engine;
        }

        @Override
        protected void start() {
            engine.messages().start(this);
        }

        @Override
        protected boolean isPromised() {
            return work.concernsOthers();
        }

        @Override
        public void begin() {
            try {
                engine.messages().checkOpen();
                work.begins(this);
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
            return failure instanceof MpiException known
                    ? ContractFailures.in(inWords(), known)
                    : ContractFailures.of(failure, null, inWords());
        }

        @Override
        protected boolean announce(Throwable told, Runnable signal) {
            return errors.hears(told, subscriber, signal);
        }

        @Override
        protected String inWords() {
            return name.get();
        }

        @Override
        public boolean isWaitedFor() {
            return Noting.isWaitedFor(subscriber);
        }

        @Override
        public boolean listens() {
            return Listeners.areMarked(subscriber.currentContext());
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

            /**
             * Whether the calling thread waits for it.
             *
             * @return false unless overridden
             */
            default boolean isWaitedFor() {
                return false;
            }

            /**
             * Whether it waits {@linkplain Listeners by profession}.
             *
             * @return false unless overridden
             */
            default boolean listens() {
                return false;
            }
        }

        /**
         * It is about to start, for listeners of the engine.
         *
         * @param operation ends with it
         */
        default void begins(LocalOperation operation) {}

        /**
         * Does it, or begins it.
         *
         * @throws RuntimeException if it fails at once; then the owner is told nothing
         */
        void start(Owner<T> owner);

        /**
         * Whether other ranks count on it as soon as it is requested, so that it begins even if it is cancelled at once.
         *
         * @return false unless overridden
         */
        default boolean concernsOthers() {
            return false;
        }

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
