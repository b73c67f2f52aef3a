package org.reactivempi.transport.engine.port;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.match.Unexpected;
import org.reactivempi.transport.engine.progress.CompletionQueue;
import org.reactivempi.transport.engine.progress.Order;

/**
 * A probe that waits for a message: it leaves it where it is, or takes it out of matching, in the order of posting with
 * receives.
 *
 * <pre>
 *  posted --take--&gt; met --signal--&gt; onFound, or onFailed
 *     |              |
 *     |              +--giveBack--&gt; onCancelled
 *     +--withdrawn--&gt; onCancelled
 * </pre>
 */
public abstract class Probe extends Posted implements Order.Look {

    /** A message that waits to be received: in the queue, or outside of it, as what a matched probe has taken. On the progress thread. */
    public interface WaitingMessage {

        /** The communicator's number and the message's purpose. */
        int context();

        /** The sender's rank in the communicator. */
        int source();

        /** Its tag. */
        int tag();

        /** How long it is. */
        long lengthBytes();
    }

    private final boolean takes;
    private @Nullable Unexpected found;

    /**
     * A probe that is not started.
     *
     * @param takes whether it takes the message out of matching
     */
    protected Probe(boolean takes) {
        this.takes = takes;
    }

    /** There is a message; it belongs to this probe if that takes. */
    protected abstract void onFound(WaitingMessage message);

    @Override
    public final boolean mayGet(int context, int source, int tag) {
        return context == context() && (source() == ANY || source == source()) && (tag() == ANY || tag == tag());
    }

    /** Looks once, and ends; for one that does not wait. */
    @Override
    public void look() {
        throw new IllegalStateException(this + " waits");
    }

    /** The engine that it runs in; that of one which nobody has subscribed is not asked for. */
    protected OperationHost engine() {
        throw new IllegalStateException("nobody has subscribed " + this);
    }

    @Override
    protected final Host host() {
        return engine();
    }

    @Override
    protected final boolean looks() {
        return !takes;
    }

    @Override
    protected final OperationKind kind() {
        return takes ? OperationKind.MPROBE : OperationKind.PROBE;
    }

    @Override
    public final void take(Unexpected message, CompletionQueue signals) {
        found = message;
        if (takes) {
            message.takenBy(this);
        }
        signals.due(this);
    }

    /** The message that it has taken, and that nobody has been told of; or null. */
    public final @Nullable Unexpected giveBack() {
        Unexpected message = takes ? found : null;
        found = null;
        return message;
    }

    @Override
    protected final void onDone() {
        Unexpected message = found;
        if (message == null) {
            onCancelled();
        } else {
            onFound((WaitingMessage) message);
        }
    }

    @Override
    public final PendingOperation pending(Duration age, String state) {
        return pending(PendingOperation.Kind.PROBE, takes ? "mprobe" : "probe", source(), age, state);
    }

    @Override
    public String toString() {
        return (takes ? "mprobe(" : "probe(") + selection() + ")";
    }
}
