package org.reactivempi.core.operation;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.progress.Completable;
import reactor.core.CoreSubscriber;

/**
 * One piece of work on the progress thread, from its subscription to its last signal.
 *
 * @param <T> what it gives
 */
public final class LocalOperation<T> extends Completable implements Edge.Operation, LocalWork.Owner<T> {

    @SuppressWarnings("rawtypes") // A field updater takes a class, which has no type argument.
    private static final Edge<LocalOperation> EDGE =
            new Edge<>(AtomicIntegerFieldUpdater.newUpdater(LocalOperation.class, "state"), Edge.WITHDRAWING);

    private final CoreSubscriber<? super T> subscriber;
    private final Engine engine;
    private final LocalWork<T> work;

    private @Nullable T value;
    private @Nullable Throwable failure;
    private boolean forgotten;

    @SuppressWarnings("unused") // by the edge
    private volatile int state = Edge.ASSEMBLED;

    /**
     * An operation that is not started.
     *
     * @param subscriber who gets the signals
     * @param engine where it runs
     * @param work what it does
     */
    public LocalOperation(CoreSubscriber<? super T> subscriber, Engine engine, LocalWork<T> work) {
        this.subscriber = subscriber;
        this.engine = engine;
        this.work = work;
    }

    @Override
    public void request(long n) {
        EDGE.request(this, n);
    }

    @Override
    public void cancel() {
        EDGE.cancel(this);
    }

    @Override
    public void run() {
        EDGE.run(this);
    }

    @Override
    public Engine engine() {
        return engine;
    }

    @Override
    public CoreSubscriber<?> subscriber() {
        return subscriber;
    }

    @Override
    public void start() {
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
    public void withdraw() {
        if (work.forget(this)) {
            forgotten = true;
            engine.messages().end(this);
        }
    }

    @Override
    public void complete(@Nullable T value) {
        this.value = value;
        engine.messages().end(this);
    }

    @Override
    public void fail(Throwable failure) {
        this.failure = failure;
        engine.messages().end(this);
    }

    @Override
    protected void signal() {
        if (forgotten) {
            EDGE.cancelled(this);
        } else if (failure != null) {
            EDGE.failed(this, failure);
        } else if (EDGE.end(this)) {
            if (value == null) {
                Edge.complete(this);
            } else {
                Edge.succeed(this, subscriber, value);
            }
        }
    }
}
