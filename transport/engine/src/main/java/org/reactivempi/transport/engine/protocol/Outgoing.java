package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.progress.Signal;

/**
 * A message to be sent, and the signal that its sender waits for. The MPI layer extends it, so that one object is the
 * operation from the user's subscription to the wire.
 *
 * <p>Once started it ends in exactly one of {@link #onSent}, {@link #onCancelled}, {@link #onFailed}.
 */
public abstract class Outgoing extends Signal {

    final int context;
    final int source;
    final int destination;
    final int tag;
    final SendMode mode;
    final long lengthBytes;

    @Nullable
    AwaitedSend awaited;

    private boolean cancelled;
    private @Nullable Throwable failure;

    /**
     * A message that is not started.
     *
     * @param context the communicator's number
     * @param source this rank in the communicator
     * @param destination the peer's rank in the job
     * @param tag 0 or more
     * @param mode when it completes
     * @param lengthBytes how long it is
     */
    protected Outgoing(int context, int source, int destination, int tag, SendMode mode, long lengthBytes) {
        this.context = context;
        this.source = source;
        this.destination = destination;
        this.tag = tag;
        this.mode = mode;
        this.lengthBytes = lengthBytes;
    }

    /** How long the message is. */
    protected final long lengthBytes() {
        return lengthBytes;
    }

    /** Right after its start: whether it waits for its receiver, and its memory will still be read. */
    protected final boolean isWaiting() {
        return awaited != null;
    }

    /** Copies the message's bytes from {@code position} on until {@code target} is full. */
    protected abstract void copyTo(long position, ByteBuffer target);

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

    /** Forgets how it has ended, so that it can be started again. */
    protected final void reset() {
        cancelled = false;
        failure = null;
    }

    /** It will end as failed. */
    protected final void failed(Throwable failure) {
        this.failure = failure;
    }

    final void cancelled() {
        this.cancelled = true;
    }

    @Override
    protected final void signal() {
        if (failure != null) {
            onFailed(failure);
        } else if (cancelled) {
            onCancelled();
        } else {
            onSent();
        }
    }

    @Override
    public String toString() {
        return mode + "(rank " + destination + ", tag " + tag + ", context " + context + ", " + lengthBytes + " bytes)";
    }
}
