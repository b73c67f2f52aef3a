package org.reactivempi.core.operation;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.NotReadyException;
import org.reactivempi.RevokedException;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.packet.Declined;
import org.reactivempi.transport.engine.protocol.DeclinedException;
import org.reactivempi.transport.engine.protocol.Outgoing;
import org.reactivempi.transport.engine.protocol.SendMode;
import reactor.core.CoreSubscriber;
import reactor.util.context.ContextView;

/** One send, from its subscription to its last signal. */
class SendOperation extends Outgoing implements Edge.Operation {

    private static final Edge<SendOperation> EDGE =
            new Edge<>(AtomicIntegerFieldUpdater.newUpdater(SendOperation.class, "state"), Edge.WITHDRAWING);

    private final CoreSubscriber<? super Status> subscriber;
    private final SendMono mono;

    @SuppressWarnings("unused") // by the edge
    private volatile int state = Edge.ASSEMBLED;

    SendOperation(CoreSubscriber<? super Status> subscriber, SendMono mono) {
        this.subscriber = subscriber;
        this.mono = mono;
    }

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

    /** What the subscriber gets for a message that is sent. */
    Status status() {
        return mono.status();
    }

    @Override
    protected final int context() {
        return mono.context;
    }

    @Override
    protected final int source() {
        return mono.source;
    }

    @Override
    protected final int destination() {
        return mono.peer();
    }

    @Override
    protected final int tag() {
        return mono.tag;
    }

    @Override
    protected final SendMode mode() {
        return mono.mode;
    }

    @Override
    protected final long lengthBytes() {
        return mono.data.lengthBytes();
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
        mono.engine.messages().send(this);
    }

    @Override
    public void withdraw() {
        mono.engine.messages().withdraw(this);
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
    protected final @Nullable ByteBuffer directMemory() {
        return mono.data.directMemory();
    }

    @Override
    protected final void copyTo(long position, ByteBuffer target) {
        mono.data.copyTo(position, target);
    }

    @Override
    protected final void onSent() {
        if (EDGE.end(this)) {
            Edge.succeed(this, subscriber, status());
        }
    }

    @Override
    protected final void onCancelled() {
        EDGE.cancelled(this);
    }

    @Override
    protected final void onFailed(Throwable failure) {
        EDGE.failed(this, failure instanceof DeclinedException declined ? declined(declined.reason()) : failure);
    }

    private MpiException declined(Declined.Reason reason) {
        return switch (reason) {
            case NOT_READY -> new NotReadyException(mono.destination, mono.tag);
            case FREED ->
                new MpiException(
                        ErrorClass.COMM,
                        "rank " + mono.destination + " has freed the communicator without receiving the message");
            case REVOKED -> new RevokedException("the communicator is revoked", null);
        };
    }
}
