package org.reactivempi.core.operation;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.protocol.Incoming;
import reactor.core.CoreSubscriber;

/**
 * One receive, from its subscription to its last signal.
 *
 * @param <T> what it gives
 */
abstract class ReceiveOperation<T> extends Incoming implements Edge.Operation {

    @SuppressWarnings("rawtypes") // A field updater takes a class, which has no type argument.
    private static final Edge<ReceiveOperation> EDGE =
            new Edge<>(AtomicIntegerFieldUpdater.newUpdater(ReceiveOperation.class, "state"), Edge.CANCELLED);

    private final Engine engine;
    private final CoreSubscriber<? super T> subscriber;

    @SuppressWarnings("unused") // by the edge
    private volatile int state = Edge.ASSEMBLED;

    ReceiveOperation(CoreSubscriber<? super T> subscriber, Engine engine, int context, int source, int tag, int peer) {
        super(context, source, tag, peer);
        this.subscriber = subscriber;
        this.engine = engine;
    }

    /** What the subscriber gets for a message that is here. */
    abstract T result(Status status);

    /** Makes it one that is only ever restarted. */
    final void rest() {
        state = Edge.ENDED;
    }

    /** Starts it once more after its end. */
    final void restart() {
        reset();
        EDGE.restart(this);
    }

    final boolean isCancelled() {
        return EDGE.isCancelled(this);
    }

    @Override
    public final void request(long n) {
        EDGE.request(this, n);
    }

    @Override
    public final void cancel() {
        EDGE.cancel(this);
    }

    @Override
    public final void run() {
        EDGE.run(this);
    }

    @Override
    public final Engine engine() {
        return engine;
    }

    @Override
    public final CoreSubscriber<?> subscriber() {
        return subscriber;
    }

    @Override
    public void start() {
        engine.messages().receive(this);
    }

    @Override
    public void withdraw() {
        engine.messages().withdraw(this);
    }

    @Override
    protected final boolean claim() {
        return EDGE.claim(this);
    }

    @Override
    protected final void onReceived(int source, int tag, long lengthBytes) {
        if (EDGE.end(this)) {
            Edge.succeed(subscriber, result(Status.of(source, tag, lengthBytes)));
        } else {
            giveBack();
        }
    }

    /** Without effect where the memory is the user's. */
    @Override
    public final void giveBack() {
        if (givesBack()) {
            engine.messages().giveBack(this);
        }
    }

    @Override
    protected final void onCancelled() {
        EDGE.cancelled(this);
    }

    @Override
    protected final void onFailed(Throwable failure) {
        EDGE.failed(this, failure);
    }
}
