package org.reactivempi.transport.engine.match;

/**
 * A receive or a probe that waits for its message.
 *
 * <p>What it asks for is the same from its start to its end. It is asked for it rather than told, since whoever makes many
 * of a kind need not keep it in each.
 */
public abstract class Posted extends Node {

    /** In place of a source or a tag: any. */
    public static final int ANY = -1;

    /** Its number in the order of posting; once it is matched, its message's in the order of arrival. */
    long order;

    /** Its number in the order of posting; once it is matched, its message's in the order of arrival. */
    public final long order() {
        return order;
    }

    /** It gets a message that a probe had taken out of the queue. */
    public final void takePlaceOf(Unexpected message) {
        order = message.order;
    }

    /** The communicator's number. */
    public abstract int context();

    /** The sender's rank in the communicator, or {@link #ANY}. */
    protected abstract int source();

    /** The tag, or {@link #ANY}. */
    protected abstract int tag();

    /** The sender's rank in the job, or {@link #ANY}. */
    public abstract int peer();

    /**
     * A message is about to match this receive; the answer decides between the match and a cancellation that comes from
     * another thread at the same moment. Asked once, unless it fails or the receive is posted again.
     *
     * @return false if the receive was cancelled, and can't be matched any more
     */
    protected boolean claim() {
        return true;
    }

    /**
     * Whether there is memory for a message of this length, which it makes for itself: asked before {@link #claim}. If not, it ends,
     * and the message stays for another receive.
     *
     * @param lengthBytes how long the message is
     * @return true, unless overridden: where the memory is the user's, a message that is longer than that matches all the same
     */
    public boolean holds(long lengthBytes) {
        return true;
    }

    /** Whether it leaves the message that it finds where it is, as a probe does. */
    protected boolean looks() {
        return false;
    }

    /** What it asks for, in words. */
    protected final String selection() {
        return "source " + name(source()) + ", tag " + name(tag()) + ", context " + context();
    }

    private static String name(int wanted) {
        return wanted == ANY ? "any" : Integer.toString(wanted);
    }
}
