package org.reactivempi.core.operation;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.protocol.Messages;
import org.reactivempi.transport.engine.protocol.Probe;
import org.reactivempi.transport.engine.protocol.UnexpectedMessage;
import reactor.core.CoreSubscriber;
import reactor.util.context.ContextView;

/**
 * One probe, from its subscription to its last signal.
 *
 * @param <T> what it gives
 */
final class ProbeOperation<T> extends Probe implements Edge.Operation {

    @SuppressWarnings("rawtypes") // A field updater takes a class, which has no type argument.
    private static final Edge<ProbeOperation> EDGE =
            new Edge<>(AtomicIntegerFieldUpdater.newUpdater(ProbeOperation.class, "state"), Edge.CANCELLED);

    private final CoreSubscriber<? super T> subscriber;
    private final ProbeMono<T> mono;
    private final int peer;

    @SuppressWarnings("unused") // by the edge
    private volatile int state = Edge.ASSEMBLED;

    ProbeOperation(CoreSubscriber<? super T> subscriber, ProbeMono<T> mono, int peer) {
        super(mono.takes());
        this.subscriber = subscriber;
        this.mono = mono;
        this.peer = peer;
    }

    @Override
    public int context() {
        return mono.context;
    }

    @Override
    protected int source() {
        return mono.source;
    }

    @Override
    protected int tag() {
        return mono.tag;
    }

    @Override
    public int peer() {
        return peer;
    }

    @Override
    public ContextView reactorContext() {
        return subscriber.currentContext();
    }

    @Override
    protected @Nullable String site() {
        return CallSite.of(subscriber);
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
        return mono.engine;
    }

    @Override
    public Check members() {
        return mono.check;
    }

    @Override
    public CoreSubscriber<?> subscriber() {
        return subscriber;
    }

    @Override
    public void start() {
        Messages messages = mono.engine.messages();
        if (mono.waits || messages.peek(mono.context, mono.source, mono.tag) != null) {
            messages.probe(this);
        } else {
            endWithout(messages);
        }
    }

    /** There is no message now: it ends empty, or with the reason why none can come any more. */
    private void endWithout(Messages messages) {
        RuntimeException never = Problem.of(() -> {
            messages.checkOpen();
            messages.checkSource(mono.context, peer);
        });
        if (never != null) {
            failed(never);
        }
        messages.start(() -> messages.end(this));
    }

    @Override
    public void withdraw() {
        mono.engine.messages().withdraw(this);
    }

    @Override
    public boolean givesBack() {
        return true;
    }

    @Override
    public void giveBack() {
        mono.engine.messages().giveBack(this);
    }

    @Override
    protected boolean claim() {
        return EDGE.claim(this);
    }

    @Override
    protected void onFound(UnexpectedMessage message) {
        if (EDGE.end(this)) {
            Edge.succeed(this, subscriber, mono.result(message));
        }
    }

    /** It has found no message: it was cancelled before, or doesn't wait for one. */
    @Override
    protected void onCancelled() {
        if (mono.waits || !EDGE.claim(this)) {
            EDGE.cancelled(this);
        } else if (EDGE.end(this)) {
            Edge.complete(this);
        }
    }

    @Override
    protected void onFailed(Throwable failure) {
        EDGE.failed(this, failure);
    }
}
