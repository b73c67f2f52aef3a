package org.reactivempi.core.operation;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivempi.MpiException;
import org.reactivempi.Payload;
import org.reactivempi.SendBuffer;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.Noting;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** An operation whose memory belongs to another library, and is held from each request to the operation's end. */
public final class HeldMono<T> extends OperationMono<T> {

    private final OperationMono<T> operation;
    private final @Nullable Payload first;
    private final @Nullable Payload second;

    private HeldMono(OperationMono<T> operation, @Nullable Payload first, @Nullable Payload second) {
        this.operation = operation;
        this.first = first;
        this.second = second;
    }

    /** The operation itself where its buffer needs nobody to hold it. */
    public static <T> Mono<T> of(OperationMono<T> operation, @Nullable SendBuffer buffer) {
        return of(operation, buffer, null);
    }

    /** The operation itself where neither of its buffers needs anybody to hold it. */
    public static <T> Mono<T> of(OperationMono<T> operation, @Nullable SendBuffer first, @Nullable SendBuffer second) {
        Payload one = first == null ? null : Payload.of(first);
        Payload other = second == null ? null : Payload.of(second);
        return isCounted(one) || isCounted(other) ? new HeldMono<>(operation, one, other) : operation;
    }

    /** A subscriber whose operation holds these buffers; the subscriber itself where they need nobody to hold them. */
    public static <T> CoreSubscriber<? super T> holding(
            CoreSubscriber<? super T> subscriber,
            ErrorListener errors,
            @Nullable Payload first,
            @Nullable Payload second) {
        return isCounted(first) || isCounted(second) ? new Holding<>(subscriber, errors, first, second) : subscriber;
    }

    /** Holds two buffers, either of which may be none; none of them where one refuses. */
    public static void retain(@Nullable Payload first, @Nullable Payload second) {
        if (first != null) {
            first.retain();
        }
        if (second != null) {
            boolean held = false;
            try {
                second.retain();
                held = true;
            } finally {
                if (!held && first != null) {
                    first.release();
                }
            }
        }
    }

    /**
     * Holds them no more.
     *
     * @return what was done to their memory meanwhile; null where nothing was
     */
    public static @Nullable MpiException release(@Nullable Payload first, @Nullable Payload second) {
        MpiException ofFirst = first == null ? null : first.release();
        MpiException ofSecond = second == null ? null : second.release();
        return ofFirst == null ? ofSecond : ofFirst;
    }

    private static boolean isCounted(@Nullable Payload buffer) {
        return buffer != null && buffer.isCounted();
    }

    @Override
    protected Engine engine() {
        return operation.engine();
    }

    @Override
    protected ErrorListener errors() {
        return operation.errors();
    }

    @Override
    protected String inWords() {
        return operation.inWords();
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> subscriber) {
        operation.subscribe(new Holding<>(subscriber, errors(), first, second));
    }

    /**
     * One subscription.
     *
     * <pre>
     *  NEW --request: retained--&gt; HELD --completed, failed or cancelled: released--&gt; ENDED
     *   +---------------------------failed or cancelled----------------------------------^
     * </pre>
     */
    private static final class Holding<T> implements CoreSubscriber<T>, Noting, AnsweringSubscription, CancelListener {

        private enum State {
            NEW,
            HELD,
            ENDED
        }

        private final CoreSubscriber<? super T> subscriber;
        /** Hears of errors of the memory; of those of the operation it has heard. */
        private final ErrorListener errors;

        private final @Nullable Payload first;
        private final @Nullable Payload second;
        private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
        private @Nullable Subscription operation;
        private volatile boolean cancelled;
        /** What was done to the memory meanwhile. */
        private @Nullable MpiException misused;

        Holding(
                CoreSubscriber<? super T> subscriber,
                ErrorListener errors,
                @Nullable Payload first,
                @Nullable Payload second) {
            this.subscriber = subscriber;
            this.errors = errors;
            this.first = first;
            this.second = second;
        }

        @Override
        public boolean isQuiet() {
            return Noting.isQuiet(subscriber);
        }

        @Override
        public boolean isWaitedFor() {
            return Noting.isWaitedFor(subscriber);
        }

        @Override
        public Context currentContext() {
            return subscriber.currentContext();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            operation = subscription;
            subscriber.onSubscribe(this);
        }

        private Subscription operation() {
            Subscription known = operation;
            if (known == null) {
                throw new IllegalStateException("not subscribed yet");
            }
            return known;
        }

        @Override
        public void request(long n) {
            if (n > 0 && state.get() == State.NEW) {
                try {
                    retain(first, second);
                } catch (RuntimeException refused) {
                    if (state.getAndSet(State.ENDED) == State.NEW) {
                        operation().cancel();
                        errors.fail(subscriber, refused);
                    }
                    return;
                }
                // A cancellation on another thread may have ended it meanwhile.
                if (!state.compareAndSet(State.NEW, State.HELD)) {
                    misused = release(first, second);
                }
            }
            operation().request(n);
        }

        /** The memory is the caller's alone again, before the caller hears of the end; false if it has ended before. */
        private boolean end() {
            State before = state.getAndSet(State.ENDED);
            if (before == State.HELD) {
                misused = release(first, second);
            }
            return before != State.ENDED;
        }

        @Override
        public void cancel() {
            cancelled = true;
            Subscription running = operation();
            running.cancel();
            if (!(running instanceof AnsweringSubscription)) {
                onCancelled();
            }
        }

        @Override
        public boolean endsAsCancelled() {
            return operation instanceof AnsweringSubscription answering && answering.endsAsCancelled();
        }

        @Override
        public void onNext(T value) {
            if (!end()) {
                return;
            }
            MpiException wrong = misused;
            if (wrong == null) {
                subscriber.onNext(value);
                subscriber.onComplete();
            } else if (!cancelled || subscriber instanceof CancelListener) {
                errors.fail(subscriber, wrong);
            }
        }

        /** After a value, the subscriber knows. */
        @Override
        public void onComplete() {
            if (!end()) {
                return;
            }
            MpiException wrong = misused;
            if (wrong == null) {
                subscriber.onComplete();
            } else if (!cancelled || subscriber instanceof CancelListener) {
                errors.fail(subscriber, wrong);
            }
        }

        /** After a cancellation, only a subscriber hears of it that wants to hear how that ended. */
        @Override
        public void onError(Throwable failure) {
            if (end() && (!cancelled || subscriber instanceof CancelListener)) {
                subscriber.onError(failure);
            }
        }

        @Override
        public void onCancelled() {
            if (end() && subscriber instanceof CancelListener listener) {
                listener.onCancelled();
            }
        }
    }
}
