package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.match.Posted;

/**
 * A receive, and the signal that its receiver waits for. The MPI layer extends it, so that one object is the operation
 * from the user's subscription to the queue.
 *
 * <pre>
 *  posted --meet--&gt; met --copyFrom ...--&gt; complete --signal--&gt; onReceived, onTruncated or onFailed
 *     |
 *     +--withdrawn--&gt; onCancelled
 * </pre>
 */
public abstract class Incoming extends Posted {

    private static final long NOT_MET = -1;

    private int actualSource;
    private int actualTag;
    private long actualBytes = NOT_MET;
    private long roomBytes;
    private boolean cancelled;
    private @Nullable Throwable failure;

    /**
     * A receive that is not started.
     *
     * @param context the communicator's number
     * @param source the sender's rank in it, or {@link Posted#ANY}
     * @param tag the tag, or {@link Posted#ANY}
     * @param peer the sender's rank in the job, or {@link Posted#ANY}
     */
    protected Incoming(int context, int source, int tag, int peer) {
        super(context, source, tag, peer);
    }

    /**
     * Makes room for a message.
     *
     * @param lengthBytes how long it is
     * @return how many bytes there is room for; if fewer, nothing is copied and the receive ends as truncated
     */
    protected abstract long room(long lengthBytes);

    /** Takes all of {@code source} as the message's bytes from {@code position} on. */
    protected abstract void copyFrom(long position, ByteBuffer source);

    /** The message is here. */
    protected abstract void onReceived(int source, int tag, long lengthBytes);

    /** The message was longer than the room for it. */
    protected abstract void onTruncated(int source, int tag, long lengthBytes, long roomBytes);

    /** The receive was taken out of the queue before a message met it. */
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

    /** A message has met this receive; true if it fits. */
    final boolean meet(int source, int tag, long lengthBytes) {
        actualSource = source;
        actualTag = tag;
        actualBytes = lengthBytes;
        roomBytes = room(lengthBytes);
        return fits();
    }

    final boolean fits() {
        return actualBytes <= roomBytes;
    }

    /** Forgets what it has received and how it has ended, so that it can be started again. */
    protected final void reset() {
        actualBytes = NOT_MET;
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
        } else if (fits()) {
            onReceived(actualSource, actualTag, actualBytes);
        } else {
            onTruncated(actualSource, actualTag, actualBytes, roomBytes);
        }
    }

    @Override
    public String toString() {
        return "irecv(" + selection() + (actualBytes == NOT_MET ? ")" : "), receiving from rank " + actualSource);
    }
}
