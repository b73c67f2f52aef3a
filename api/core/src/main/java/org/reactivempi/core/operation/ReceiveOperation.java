package org.reactivempi.core.operation;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Mpi;
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
    /** The {@link Status} of the message that has met it; or that as {@link Saved}, which is the same with its bytes. */
    private @Nullable Object met;

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

    @Override
    public final boolean endsAsCancelled() {
        return EDGE.endsAsCancelled(this);
    }

    /** What the message is that has met it. */
    final Status met() {
        if (met instanceof Status status) {
            return status;
        }
        if (met instanceof Saved saved) {
            return saved.status;
        }
        throw new IllegalStateException("no message has met " + this);
    }

    /** The memory that its message has in place of the user's, or null. */
    final byte @Nullable [] saved() {
        return met instanceof Saved saved ? saved.payload : null;
    }

    /** Its message has other memory from now on. */
    final void save(byte[] payload) {
        met = new Saved(met(), payload);
    }

    /** Whether it is a message that goes back to where it came from when the operation is cancelled. */
    @Override
    public final boolean save() {
        return met != null && !isPart() && metSource() != Mpi.PROC_NULL && fits() && saveBytes();
    }

    /** Takes a copy of what is in the user's memory, on any thread; false if there is no room for it. */
    boolean saveBytes() {
        return true;
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
        return EDGE.claimAndHold(this);
    }

    @Override
    protected final boolean hold() {
        return EDGE.hold(this);
    }

    @Override
    protected final void release() {
        EDGE.release(this);
    }

    @Override
    protected void onMet(int source, int tag, long lengthBytes) {
        met = mono.status(source, tag, lengthBytes);
    }

    @Override
    protected final int metSource() {
        return met == null ? NOT_MET : met().source();
    }

    @Override
    protected final int metTag() {
        return met().tag();
    }

    @Override
    protected void onReceived() {
        if (end()) {
            Edge.succeed(this, subscriber, result(met()));
        }
    }

    /** It has all of its message; true if that is for the subscriber, false if it has gone back. */
    final boolean end() {
        return EDGE.end(this);
    }

    @Override
    public final boolean givesBack() {
        return true;
    }

    @Override
    public void giveBack() {
        engine().messages().giveBack(this);
    }

    @Override
    protected final void onCancelled() {
        EDGE.cancelled(this);
    }

    @Override
    protected final void onFailed(Throwable failure) {
        EDGE.failed(this, failure);
    }

    private record Saved(Status status, byte[] payload) {}
}
