package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.progress.Completable;
import org.reactivempi.transport.engine.progress.CompletionQueue;
import org.reactivempi.transport.engine.progress.Outcome;

/**
 * A message to be sent, and the signal that its sender waits for. The MPI layer extends it, so that one object is the
 * operation from the user's subscription to the wire.
 *
 * <p>Once started it ends in exactly one of {@link #onSent}, {@link #onCancelled}, {@link #onFailed}. What it is, and where
 * it goes, is the same from its start to its end.
 */
public abstract class Outgoing extends Completable {

    /** In place of a failure. */
    private static final Throwable CANCELLED = new CancellationException();

    /** Who has the message while it waits for its receiver; then why it was not sent, or null if it was. */
    private @Nullable Object fate;

    /** The communicator's number. */
    protected abstract int context();

    /** This rank in the communicator. */
    protected abstract int source();

    /** The peer's rank in the job. */
    protected abstract int destination();

    /** The tag, 0 or more. */
    protected abstract int tag();

    /** When it completes. */
    protected abstract SendMode mode();

    /** How long the message is. */
    protected abstract long lengthBytes();

    /** Copies the message's bytes from {@code position} on until {@code target} is full. */
    protected abstract void copyTo(long position, ByteBuffer target);

    /**
     * The message's memory, if the system can read it without a copy.
     *
     * @return a view of its own, which begins with the message's first byte; null if the message has to be copied, as
     *     unless overridden
     */
    protected @Nullable ByteBuffer directMemory() {
        return null;
    }

    /** The message's memory may be used again; one that is not standard has been met. */
    protected abstract void onSent();

    /** The message was taken back before a receive met it. */
    protected abstract void onCancelled();

    /** The message cannot be sent. */
    protected abstract void onFailed(Throwable failure);

    /**
     * Whether this is a message of a {@link Conversation}, which has started before and describes itself.
     *
     * @return false unless overridden
     */
    protected boolean isPart() {
        return false;
    }

    /**
     * Where the user has called it, for diagnosis.
     *
     * @return in words, or null if that isn't known, as unless overridden
     */
    protected @Nullable String site() {
        return null;
    }

    /**
     * What the user has called.
     *
     * @return the call's name; that of the mode unless overridden
     */
    protected String call() {
        return mode().toString();
    }

    /** How it stands, for diagnosis. */
    final PendingOperation pending(Duration age, String state) {
        return new PendingOperation(
                PendingOperation.Kind.SEND,
                call(),
                destination(),
                destination(),
                tag(),
                context(),
                lengthBytes(),
                age,
                state,
                isPart(),
                site(),
                null);
    }

    /** Right after its start: whether it waits for its receiver, and its memory will still be read. */
    protected final boolean isWaiting() {
        return fate instanceof AwaitedSend;
    }

    /** Forgets how it has ended, so that it can be started again. */
    protected final void reset() {
        fate = null;
    }

    /** It will end as failed. */
    protected final void failed(Throwable failure) {
        fate = failure;
    }

    /** Ends it as failed. */
    final void fail(Throwable failure, CompletionQueue signals) {
        failed(failure);
        signals.due(this);
    }

    final void cancelled() {
        fate = CANCELLED;
    }

    /** Ends it as cancelled. */
    final void cancel(CompletionQueue signals) {
        cancelled();
        signals.due(this);
    }

    /** It waits for its receiver. */
    final void await(AwaitedSend receiver) {
        fate = receiver;
    }

    /** It waits no more: its receiver has it. */
    final void met() {
        fate = null;
    }

    /** What it waits for, if it does. */
    final @Nullable AwaitedSend awaited() {
        return fate instanceof AwaitedSend receiver ? receiver : null;
    }

    /** Tells that it has started. */
    final void started(Events events) {
        events.started(this, mode().kind(), isPart(), context(), destination(), tag(), lengthBytes());
    }

    /** Tells that it, or its announcement, leaves. */
    final void leaves(Events events, Protocol protocol) {
        events.sent(this, protocol, context(), destination(), tag(), lengthBytes());
    }

    @Override
    public final Outcome outcome() {
        return fate == null ? Outcome.DONE : fate == CANCELLED ? Outcome.CANCELLED : Outcome.FAILED;
    }

    @Override
    public final @Nullable Throwable failure() {
        return outcome() == Outcome.FAILED ? (Throwable) fate : null;
    }

    @Override
    protected final void signal() {
        if (fate == null) {
            onSent();
        } else if (fate == CANCELLED) {
            onCancelled();
        } else {
            onFailed((Throwable) fate);
        }
    }

    @Override
    public String toString() {
        return call() + "(rank " + destination() + ", tag " + tag() + ", context " + context() + ", " + lengthBytes()
                + " bytes)";
    }
}
