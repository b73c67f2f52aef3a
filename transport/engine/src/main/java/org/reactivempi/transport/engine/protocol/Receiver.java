package org.reactivempi.transport.engine.protocol;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.diagnosis.PendingOperation.Kind;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.progress.CompletionQueue;
import org.reactivempi.transport.engine.progress.Outcome;

/** What a message can be matched by, a receive or a probe, and the signal that its user waits for. */
abstract class Receiver extends Posted {

    /** In place of a failure. */
    private static final Throwable CANCELLED = new CancellationException();

    /** Why it got no message, or what a subclass has put here; null if all is well, as far as it has come. */
    @Nullable
    Object fate;

    /** A message has matched it, which is in no queue, or still in its place if this only looks. */
    abstract void take(UnexpectedMessage message, CompletionQueue signals);

    /** It has ended well. */
    abstract void complete();

    /** It was taken out of the queue before a message met it. */
    protected abstract void onCancelled();

    /** No message will come, or not all of it. */
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

    /** How it stands, for diagnosis. */
    abstract PendingOperation pending(Duration age, String state);

    /** How it stands; {@code from} is where its message comes from as far as that is known, in the communicator. */
    final PendingOperation pending(Kind kind, String name, int from, Duration age, String state) {
        return new PendingOperation(
                kind, name, from, peer(), tag(), context(), PendingOperation.NONE, age, state, isPart(), site(), null);
    }

    /** Forgets what it has received and how it has ended, so that it can be started again. */
    protected void reset() {
        fate = null;
    }

    /** It will end as failed. */
    protected void failed(Throwable failure) {
        fate = failure;
    }

    /** Ends it as failed. */
    final void fail(Throwable failure, CompletionQueue signals) {
        failed(failure);
        signals.due(this);
    }

    /** Ends it as cancelled. */
    final void cancel(CompletionQueue signals) {
        fate = CANCELLED;
        signals.due(this);
    }

    /**
     * Why it ends that {@link #holds} no message of this length.
     *
     * @param source the sender's rank in the communicator
     * @param tag the message's tag
     * @param lengthBytes how long it is
     * @return for {@link #onFailed}
     */
    public Throwable tooLong(int source, int tag, long lengthBytes) {
        return new IllegalStateException("no memory for a message of " + lengthBytes + " bytes from rank " + source);
    }

    /** What it does. */
    abstract OperationKind kind();

    /** Tells that it has started. */
    final void started(Events events) {
        events.started(this, kind(), isPart(), context(), peer(), tag(), 0);
    }

    @Override
    public Outcome outcome() {
        return fate == CANCELLED ? Outcome.CANCELLED : fate instanceof Throwable ? Outcome.FAILED : Outcome.DONE;
    }

    @Override
    public final @Nullable Throwable failure() {
        return fate instanceof Throwable failure && fate != CANCELLED ? failure : null;
    }

    @Override
    protected void signal() {
        if (fate == null) {
            complete();
        } else if (fate == CANCELLED) {
            onCancelled();
        } else {
            onFailed((Throwable) fate);
        }
    }
}
