package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.progress.Signals;

/**
 * A receive, and the signal that its receiver waits for. The MPI layer extends it, so that one object is the operation
 * from the user's subscription to the queue.
 *
 * <pre>
 *  posted --meet--&gt; met --copyFrom ...--&gt; complete --signal--&gt; onReceived, onTruncated or onFailed
 *     |              |                       |
 *     |              +-------giveBack--------+--&gt; returned --signal--&gt; onCancelled
 *     +--withdrawn--&gt; onCancelled
 * </pre>
 * What comes for a receive that has given its message back still comes into its memory, and from there to whoever has got
 * the message since.
 */
public abstract class Incoming extends Receiver {

    private static final long NOT_MET = -1;

    private int actualSource;
    private int actualTag;
    private long actualBytes = NOT_MET;
    private boolean fits = true;
    private boolean complete;
    private @Nullable Returned returned;

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
    protected abstract void onTruncated(int source, int tag, long lengthBytes);

    /**
     * The memory of a message that fits, exactly as long, if it is this receive's own, so that the message can be given
     * back; null if it is the user's.
     */
    protected byte @Nullable [] payload() {
        return null;
    }

    /** A message has met this receive; true if it fits. */
    final boolean meet(int source, int tag, long lengthBytes) {
        actualSource = source;
        actualTag = tag;
        actualBytes = lengthBytes;
        fits = lengthBytes <= room(lengthBytes);
        return fits;
    }

    final boolean fits() {
        return fits;
    }

    @Override
    protected final void reset() {
        super.reset();
        actualBytes = NOT_MET;
        fits = true;
    }

    /** The message as it goes back, or null if there is none, or none any more. */
    final @Nullable Returned giveBack(Signals signals) {
        byte[] memory = payload();
        if (memory == null || actualBytes == NOT_MET || !fits || returned != null || failure() != null) {
            return null;
        }
        Returned message = new Returned(this, actualSource, actualTag, memory, complete, signals);
        returned = message;
        return message;
    }

    @Override
    final void take(Parked message, Signals signals) {
        message.deliver(this);
    }

    @Override
    protected final void signal() {
        if (returned == null) {
            super.signal();
        } else {
            passOn(returned);
            onCancelled();
        }
    }

    /** All of a message that was given back is here, or all that will come. */
    private void passOn(Returned message) {
        Throwable failure = failure();
        if (failure == null) {
            message.landed();
        } else {
            message.lost(failure);
        }
    }

    @Override
    final void complete() {
        complete = true;
        if (fits) {
            onReceived(actualSource, actualTag, actualBytes);
        } else {
            onTruncated(actualSource, actualTag, actualBytes);
        }
    }

    @Override
    public String toString() {
        return "irecv(" + selection() + (actualBytes == NOT_MET ? ")" : "), receiving from rank " + actualSource);
    }
}
