package org.reactivempi.core.operation;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Status;
import org.reactivempi.core.request.PersistentOperation;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.transport.engine.port.Engine;
import org.reactivempi.transport.engine.port.Noting;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * A persistent operation that runs again and again with one object for all its runs, which need no memory of their own but a status
 * where a received message is unlike the one before. This is the subscriber of all of them.
 *
 * <pre>
 *  ENDED --start--&gt; STARTED ... --&gt; ENDED, and the owner is told
 *    ^                                |
 *    +--------------------------------+
 * </pre>
 */
public final class Restarted implements PersistentOperation, CoreSubscriber<Status>, Noting, CancelListener {

    private final Engine engine;
    private final ErrorListener errors;
    private final Runnable check;
    private final Restartable operation;
    private @Nullable Owner owner;

    /**
     * An operation that has not been started.
     *
     * @param errors hears of its errors first
     * @param check throws what is wrong with its arguments; asked at each start
     */
    public Restarted(
            Engine engine,
            ErrorListener errors,
            Runnable check,
            Function<CoreSubscriber<Status>, ? extends Restartable> operation) {
        this.engine = engine;
        this.errors = errors;
        this.check = check;
        this.operation = operation.apply(this);
        this.operation.rest();
    }

    @Override
    public void start(Owner owner) {
        this.owner = owner;
        try {
            check.run();
        } catch (RuntimeException wrong) {
            // In its turn, as everything else does.
            new LocalMono.Running<>(this, engine, errors, () -> String.valueOf(operation.name()), unused -> {
                        throw wrong;
                    })
                    .request(1);
            return;
        }
        operation.restart();
    }

    @Override
    public void cancel() {
        operation.cancel();
    }

    @Override
    public boolean isAlwaysQuiet() {
        return true;
    }

    @Override
    public void onSubscribe(Subscription unused) {
        throw new IllegalStateException("a persistent operation is started, not subscribed");
    }

    @Override
    public void onNext(Status status) {
        owner().onCompleted(status);
    }

    @Override
    public void onComplete() {
        // The status has said so, and the next run may have begun since.
    }

    @Override
    public void onError(Throwable error) {
        owner().onFailed(error);
    }

    @Override
    public void onCancelled() {
        owner().onCancelled();
    }

    private Owner owner() {
        if (owner == null) {
            throw new IllegalStateException("ended without having been started");
        }
        return owner;
    }
}
