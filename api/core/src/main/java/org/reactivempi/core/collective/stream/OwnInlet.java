package org.reactivempi.core.collective.stream;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.core.operation.UserTasks;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Operators;
import reactor.util.concurrent.Queues;
import reactor.util.context.Context;

/**
 * The values of this rank's publisher, encoded where it gives them. It is subscribed when they are wanted for the first time.
 *
 * @param <T> their type
 */
final class OwnInlet<T> extends Inlet<T> {

    private final Publisher<? extends T> values;
    private final Function<T, byte[]> encoder;
    private final Context context;

    /**
     * A publisher that is not subscribed.
     *
     * @param most how many elements it is asked for ahead of the ones that were taken, at most
     * @param context what the publisher sees
     */
    OwnInlet(
            Publisher<? extends T> values,
            Function<T, byte[]> encoder,
            int rank,
            int most,
            Context context,
            Runnable wake) {
        super(rank, Queues.<byte[]>get(most).get(), wake);
        this.values = values;
        this.encoder = encoder;
        this.context = context;
    }

    @Override
    public Context currentContext() {
        return context;
    }

    @Override
    void open() {
        try {
            UserTasks.watch();
            UserTasks.run(this, () -> values.subscribe(this));
        } catch (Throwable thrown) {
            onThrown(thrown);
        }
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        if (Operators.validate(upstream, subscription)) {
            arrived(subscription);
            if (isClosed()) {
                cancel(subscription);
            }
        }
    }

    @Override
    public void onNext(T value) {
        Objects.requireNonNull(value, "a publisher's value is null");
        if (isEnded()) {
            Operators.onNextDropped(value, context);
        } else if (isClosed()) {
            Operators.onDiscard(value, context);
        } else if (!admits()) {
            refuse(Failure.ofPublisher(
                    rank,
                    new IllegalStateException(
                            "the publisher gave " + value + ", more than was requested of it: rule 1.1")));
        } else {
            encode(value);
        }
    }

    private void encode(T value) {
        byte[] element;
        try {
            element = encoder.apply(value);
        } catch (MpiException known) {
            refuse(Failure.here(rank, known));
            return;
        } catch (Throwable thrown) {
            refuse(Failure.here(
                    rank,
                    new MpiException(ErrorClass.CONVERSION, "the codec could not write a value: " + thrown, thrown)));
            return;
        }
        put(element);
    }

    private void refuse(Failure why) {
        end(why);
        cancel(upstream);
    }

    /** Errors as well: the other ranks wait for this one, whatever its publisher's code has met. */
    @Override
    public boolean onThrown(Throwable thrown) {
        boolean open = !isEnded();
        if (open) {
            refuse(Failure.ofPublisher(rank, thrown));
        }
        return open;
    }

    private void cancel(@Nullable Subscription source) {
        if (source == null) {
            return;
        }
        try {
            source.cancel();
        } catch (Throwable thrown) {
            Operators.onErrorDropped(thrown, context);
        }
    }

    @Override
    public void onError(Throwable error) {
        Objects.requireNonNull(error, "a publisher's error is null");
        if (isEnded() || isClosed()) {
            Operators.onErrorDropped(error, context);
        } else {
            end(Failure.ofPublisher(rank, error));
        }
    }

    @Override
    public void onComplete() {
        if (!isEnded()) {
            end(null);
        }
    }

    @Override
    void stop(@Nullable Failure why) {
        if (!isEnded()) {
            cancel(upstream);
        }
    }
}
