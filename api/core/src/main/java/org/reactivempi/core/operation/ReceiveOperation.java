package org.reactivempi.core.operation;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.protocol.Incoming;
import reactor.core.CoreSubscriber;
import reactor.util.context.ContextView;

/**
 * One receive, from its subscription to its last signal.
 *
 * @param <T> what it gives
 */
abstract class ReceiveOperation<T> extends Incoming implements Edge.Operation {

    @SuppressWarnings("rawtypes") // A field updater takes a class, which has no type argument.
    private static final Edge<ReceiveOperation> EDGE =
            new Edge<>(AtomicIntegerFieldUpdater.newUpdater(ReceiveOperation.class, "state"), Edge.CANCELLED);

    final Receiving<T> mono;
    private final CoreSubscriber<? super T> subscriber;
    /** Of the message that has met it. */
    private @Nullable Status met;

    @SuppressWarnings("unused") // by the edge
    private volatile int state = Edge.ASSEMBLED;

    ReceiveOperation(CoreSubscriber<? super T> subscriber, Receiving<T> mono) {
        this.subscriber = subscriber;
        this.mono = mono;
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
        met = null;
        EDGE.restart(this);
    }

    final boolean isCancelled() {
        return EDGE.isCancelled(this);
    }

    /** What the message is that has met it. */
    final Status met() {
        Status message = met;
        if (message == null) {
            throw new IllegalStateException("no message has met " + this);
        }
        return message;
    }

    @Override
    public final int context() {
        return mono.context;
    }

    @Override
    protected final int source() {
        return mono.source;
    }

    @Override
    protected final int tag() {
        return mono.tag;
    }

    @Override
    public final int peer() {
        return mono.peer();
    }

    @Override
    protected final @Nullable String site() {
        return CallSite.of(subscriber);
    }

    @Override
    protected final boolean isPart() {
        return mono.isPart();
    }

    @Override
    public final ContextView reactorContext() {
        return subscriber.currentContext();
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
        return mono.engine;
    }

    @Override
    public final Check members() {
        return mono.arguments;
    }

    @Override
    public final CoreSubscriber<?> subscriber() {
        return subscriber;
    }

    @Override
    public void start() {
        engine().messages().receive(this);
    }

    @Override
    public void withdraw() {
        engine().messages().withdraw(this);
    }

    @Override
    protected final boolean claim() {
        return EDGE.claim(this);
    }

    @Override
    protected void onMet(int source, int tag, long lengthBytes) {
        met = mono.status(source, tag, lengthBytes);
    }

    @Override
    protected final int metSource() {
        return met == null ? NOT_MET : met.source();
    }

    @Override
    protected final int metTag() {
        return met().tag();
    }

    @Override
    protected final void onReceived() {
        if (EDGE.end(this)) {
            Edge.succeed(subscriber, result(met()));
        } else {
            giveBack();
        }
    }

    /** Without effect where the memory is the user's. */
    @Override
    public final void giveBack() {
        if (givesBack()) {
            engine().messages().giveBack(this);
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
