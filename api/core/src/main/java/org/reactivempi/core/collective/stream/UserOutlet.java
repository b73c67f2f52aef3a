package org.reactivempi.core.collective.stream;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.core.operation.ErrorListener;
import org.reactivempi.core.operation.OperationContext;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Operators;

/**
 * The subscription of this rank's subscriber. Elements beyond its demand, as many as the prefetch, wait here; they are decoded when it
 * wants them. Once it has cancelled, or can't read an element, it is gone, and the stream goes on without it.
 *
 * @param <R> what the subscriber gets
 */
final class UserOutlet<R> implements Outlet, Subscription {

    @SuppressWarnings("rawtypes") // A field updater takes a class, which has no type argument.
    private static final AtomicLongFieldUpdater<UserOutlet> REQUESTED =
            AtomicLongFieldUpdater.newUpdater(UserOutlet.class, "requested");

    private final CoreSubscriber<? super R> subscriber;
    private final StreamRun.Pattern<R> pattern;
    private final Runnable usable;
    private final OperationContext at;
    private final ErrorListener errors;
    private final Runnable wake;

    // On any thread.
    private volatile long requested;
    private volatile boolean cancelled;
    /** Why a request does not count. */
    private volatile @Nullable Throwable refusal;

    // On the progress thread.
    private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
    private long told;
    private long given;
    private long taken;
    private boolean ending;
    private boolean terminated;
    private @Nullable Failure why;
    private @Nullable Failure own;

    UserOutlet(
            CoreSubscriber<? super R> subscriber,
            StreamRun.Pattern<R> pattern,
            Runnable usable,
            OperationContext at,
            ErrorListener errors,
            Runnable wake) {
        this.subscriber = subscriber;
        this.pattern = pattern;
        this.usable = usable;
        this.at = at;
        this.errors = errors;
        this.wake = wake;
    }

    @Override
    public void request(long n) {
        if (n > 0) {
            if (!cancelled) {
                ask(n);
            }
        } else {
            refusal = Exceptions.nullOrNegativeRequestException(n);
        }
        wake.run();
    }

    /** The first request takes part, so it is checked here, on the thread that may free the communicator next. */
    private void ask(long n) {
        if (requested == 0) {
            try {
                usable.run();
            } catch (MpiException unusable) {
                refusal = unusable;
                return;
            }
        }
        Operators.addCap(REQUESTED, this, n);
    }

    @Override
    public void cancel() {
        cancelled = true;
        wake.run();
    }

    /** Whether the subscriber has asked for something. */
    boolean isWanted() {
        return requested > 0;
    }

    /** How much it has taken. */
    long taken() {
        return taken;
    }

    /** In batches, as long as there is more than the subscriber wants, by half the prefetch. */
    @Override
    public long open() {
        long wanted = Operators.addCap(requested, pattern.prefetch());
        if (wanted - told >= Math.max(1, pattern.prefetch() / 2)) {
            told = wanted;
        }
        return told - given;
    }

    @Override
    public void give(byte[] element) {
        given++;
        queue.add(element);
        deliver();
    }

    /** Gives what is here and wanted, and the end when all has been given. */
    void deliver() {
        if (refusal != null) {
            fail(refusal);
        }
        while (!isGone() && taken < requested && !queue.isEmpty()) {
            next(queue.remove());
        }
        if (isGone()) {
            queue.clear();
        } else if (ending && queue.isEmpty()) {
            finish();
        }
    }

    private void next(byte[] element) {
        R value;
        try {
            value = pattern.decoder().apply(element);
        } catch (MpiException known) {
            fail(known);
            return;
        } catch (Throwable thrown) {
            fail(new MpiException(ErrorClass.CONVERSION, "the codec could not read an element: " + thrown, thrown));
            return;
        }
        taken++;
        signal(() -> subscriber.onNext(value));
    }

    private void finish() {
        terminated = true;
        Failure failed = why != null && own != null && why.told().equals(own.told()) ? own : why;
        if (failed == null) {
            signal(subscriber::onComplete);
        } else {
            signal(() -> errors.fail(subscriber, failed.signal(at.ranks())));
        }
    }

    /** The subscriber hears an error of its own. */
    void fail(Throwable error) {
        if (!isGone()) {
            terminated = true;
            signal(() -> errors.fail(subscriber, error));
        }
    }

    /** What a subscriber throws is its own loss (RX-8). */
    private void signal(Runnable signal) {
        try {
            signal.run();
        } catch (Throwable thrown) {
            at.engine().drop(thrown, subscriber);
            terminated = true;
        }
    }

    @Override
    public void end(@Nullable Failure why) {
        if (!ending) {
            ending = true;
            this.why = why;
            deliver();
        }
    }

    /** What has failed on this rank: its own error, should the end be that of the same failure, as others have told it. */
    void know(Failure failure) {
        own = failure;
    }

    boolean isCancelled() {
        return cancelled;
    }

    @Override
    public boolean isGone() {
        return cancelled || terminated;
    }

    /** The subscriber's end is nobody else's. */
    @Override
    public @Nullable Failure failure() {
        return null;
    }

    @Override
    public boolean isOver() {
        return isGone();
    }
}
