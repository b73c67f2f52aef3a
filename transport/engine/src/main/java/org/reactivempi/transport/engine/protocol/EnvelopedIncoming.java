package org.reactivempi.transport.engine.protocol;

import org.reactivempi.transport.engine.match.Posted;

/** A receive that nobody has subscribed, and that keeps its envelope and its message's itself. */
public abstract class EnvelopedIncoming extends Incoming {

    private final int context;
    private final int source;
    private final int tag;
    private final int peer;
    private int metSource = NOT_MET;
    private int metTag;
    private long metBytes;
    private boolean fits;

    /**
     * A receive that is not started.
     *
     * @param context the communicator's number
     * @param source the sender's rank in it, or {@link Posted#ANY}
     * @param tag the tag, or {@link Posted#ANY}
     * @param peer the sender's rank in the job, or {@link Posted#ANY}
     */
    @SuppressWarnings("this-escape") // own() is final, and sets a field of this object
    protected EnvelopedIncoming(int context, int source, int tag, int peer) {
        this.context = context;
        this.source = source;
        this.tag = tag;
        this.peer = peer;
        own();
    }

    /**
     * Makes room for a message.
     *
     * @param lengthBytes how long it is
     * @return how many bytes there is room for; if fewer, nothing is copied and the receive ends as truncated
     */
    protected abstract long room(long lengthBytes);

    /** The message is here. */
    protected abstract void onReceived(int source, int tag, long lengthBytes);

    /** The message was longer than the room for it. */
    protected abstract void onTruncated(int source, int tag, long lengthBytes);

    @Override
    public final int context() {
        return context;
    }

    @Override
    protected final int source() {
        return source;
    }

    @Override
    protected final int tag() {
        return tag;
    }

    @Override
    public final int peer() {
        return peer;
    }

    @Override
    protected final void reset() {
        super.reset();
        metSource = NOT_MET;
    }

    @Override
    protected final void onMet(int source, int tag, long lengthBytes) {
        metSource = source;
        metTag = tag;
        metBytes = lengthBytes;
        fits = lengthBytes <= room(lengthBytes);
    }

    @Override
    protected final boolean fits() {
        return fits;
    }

    @Override
    protected final int metSource() {
        return metSource;
    }

    @Override
    protected final int metTag() {
        return metTag;
    }

    @Override
    protected final void onReceived() {
        onReceived(metSource, metTag, metBytes);
    }

    @Override
    protected final void onTruncated() {
        onTruncated(metSource, metTag, metBytes);
    }
}
