package org.reactivempi.transport.engine.protocol;

/** A message that nobody has subscribed, and that keeps its envelope itself. */
public abstract class EnvelopedOutgoing extends Outgoing {

    private final int context;
    private final int source;
    private final int destination;
    private final int tag;
    private final SendMode mode;
    private final long lengthBytes;

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
    @SuppressWarnings("this-escape") // own() is final, and sets a field of this object
    protected EnvelopedOutgoing(int context, int source, int destination, int tag, SendMode mode, long lengthBytes) {
        this.context = context;
        this.source = source;
        this.destination = destination;
        this.tag = tag;
        this.mode = mode;
        this.lengthBytes = lengthBytes;
        own();
    }

    @Override
    protected final int context() {
        return context;
    }

    @Override
    protected final int source() {
        return source;
    }

    @Override
    protected final int destination() {
        return destination;
    }

    @Override
    protected final int tag() {
        return tag;
    }

    @Override
    protected final SendMode mode() {
        return mode;
    }

    @Override
    protected final long lengthBytes() {
        return lengthBytes;
    }
}
