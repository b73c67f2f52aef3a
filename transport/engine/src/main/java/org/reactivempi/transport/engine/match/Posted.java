package org.reactivempi.transport.engine.match;

/** A receive or a probe that waits for its message. */
public abstract class Posted extends Node {

    /** In place of a source or a tag: any. */
    public static final int ANY = -1;

    final int context;
    final int source;
    final int tag;
    final int peer;
    /** Its number in the order of posting; once it is matched, its message's in the order of arrival. */
    long order;

    /**
     * A receive that is not posted yet.
     *
     * @param context the communicator's number
     * @param source the sender's rank in it, or {@link #ANY}
     * @param tag the tag, or {@link #ANY}
     * @param peer the sender's rank in the job, or {@link #ANY}
     */
    protected Posted(int context, int source, int tag, int peer) {
        this.context = context;
        this.source = source;
        this.tag = tag;
        this.peer = peer;
    }

    /** The communicator's number. */
    public final int context() {
        return context;
    }

    /** The sender's rank in the job, or {@link #ANY}. */
    public final int peer() {
        return peer;
    }

    /**
     * A message is about to match this receive; the answer decides between the match and a cancellation that comes from
     * another thread at the same moment. Asked once, unless it fails or the receive is posted again.
     *
     * @return false if the receive was cancelled, and can't be matched any more
     */
    protected boolean claim() {
        return true;
    }

    /** Whether it leaves the message that it finds where it is, as a probe does. */
    protected boolean looks() {
        return false;
    }

    /** What it asks for, in words. */
    protected final String selection() {
        return "source " + (source == ANY ? "any" : source) + ", tag " + (tag == ANY ? "any" : tag) + ", context "
                + context;
    }
}
