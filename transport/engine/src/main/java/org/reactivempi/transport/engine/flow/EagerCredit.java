package org.reactivempi.transport.engine.flow;

import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * Room for eager messages, both ways of one link, in bytes of payload plus {@link #OVERHEAD_BYTES} each.
 *
 * <p>A sender that has used up what its peer gave goes by rendezvous; so a receiver that is late holds no more than it
 * offered. Both sides count on {@link #initialBytes} before they have heard from each other, of all ranks together no more than the
 * least that a rank may hold in all: so a rank keeps that limit, however many ranks there are, and whichever of them send.
 *
 * <p>Credit goes back at the end of a turn, after all that has come in it: so a peer that floods can't have more than its window
 * read in one turn, however fast it is, and the others get theirs (PRG-6).
 */
public final class EagerCredit {

    /** What every rank takes from every other at most without having said so. */
    public static final int INITIAL_BYTES = 16 * 1024;

    /** What every rank takes in all, from all together. */
    public static final int LEAST_LIMIT_BYTES = 1 << 20;

    /**
     * What a message is counted for besides its payload: the most that it takes in the receiver's memory while it
     * waits. That is itself (88) with its aliases in the other chains (96), the array's header and padding (23), the
     * chains of a tag that no other message has (96), and its place among the messages that can be withdrawn (48).
     */
    public static final int OVERHEAD_BYTES = 352;

    private final long window;
    private final int initial;
    private final Runnable whenOwed;
    private long outgoing;
    private long incoming;
    private long consumed;

    /**
     * That of a link.
     *
     * @param window how many bytes the peer may have under way to us, at least the initial ones
     * @param initial how many both sides take without having said so: the {@link #initialBytes} of a job, 0 between jobs
     * @param whenOwed runs, perhaps more than once, when so much is free that it is to be {@linkplain #giveBack given back}
     */
    EagerCredit(long window, int initial, Runnable whenOwed) {
        this.window = window;
        this.whenOwed = whenOwed;
        this.initial = initial;
        this.outgoing = initial;
        this.incoming = window;
    }

    /**
     * What each rank of a job takes from each other one without having said so. Where that is less than a message costs, a sender waits
     * for what its peer says.
     *
     * @param ranks of the job
     * @return {@link #INITIAL_BYTES} or less
     */
    public static int initialBytes(int ranks) {
        return Math.min(INITIAL_BYTES, LEAST_LIMIT_BYTES / ranks);
    }

    /**
     * What a rank grants each peer: as much as is wanted for one, but no more than its share of what the rank keeps in all.
     * Messages to itself have a share, too.
     *
     * @param wantedBytes for one peer, {@link #INITIAL_BYTES} or more
     * @param limitBytes for all, {@link #LEAST_LIMIT_BYTES} or more
     * @param ranks of the job
     * @return the {@link #initialBytes} or more
     */
    public static int grant(int wantedBytes, int limitBytes, int ranks) {
        return Math.min(wantedBytes, limitBytes / ranks);
    }

    /** What so many bytes of payload are counted for. */
    public static long cost(long payloadBytes) {
        return payloadBytes + OVERHEAD_BYTES;
    }

    /** The peer has said how much it takes. */
    void onGrant(long grantedBytes) {
        if (grantedBytes < initial) {
            throw new ProtocolException("credit of " + grantedBytes + " bytes is below " + initial);
        }
        outgoing += grantedBytes - initial;
    }

    /** The peer has room for more. */
    void onReturned(long bytes) {
        if (bytes <= 0 || outgoing + bytes < outgoing) {
            throw new ProtocolException("returned credit of " + bytes + " bytes");
        }
        outgoing += bytes;
    }

    /** Takes credit for a message to the peer; false if there isn't enough. */
    public boolean take(long payloadBytes) {
        long cost = cost(payloadBytes);
        if (cost > outgoing) {
            return false;
        }
        outgoing -= cost;
        return true;
    }

    /** Gives back a part of what was {@link #take taken} for a message, which is shorter than it was. */
    public void takeLess(long takenBytes, long payloadBytes) {
        outgoing += takenBytes - payloadBytes;
    }

    /** How much the peer takes at the moment. */
    public long left() {
        return outgoing;
    }

    /** How much the peer may have under way to us in all. */
    public long window() {
        return window;
    }

    /** How much of that it may still use, as far as we have told it. */
    public long room() {
        return incoming;
    }

    /** How much of that is free again, though we have not told it yet. */
    public long unreturned() {
        return consumed;
    }

    /** A message has come from the peer. */
    public void onArrival(long payloadBytes) {
        incoming -= cost(payloadBytes);
        if (incoming < 0) {
            throw new ProtocolException("eager message of " + payloadBytes + " bytes is beyond the credit");
        }
        giveBackIfOwed();
    }

    /** A message from the peer that had found its receive, or would have, waits again, until it is {@link #consume consumed}. */
    public void charge(long payloadBytes) {
        consumed -= cost(payloadBytes);
    }

    /** A message from the peer is out of the way: it has found its receive, or is dropped. */
    public void consume(long payloadBytes) {
        consumed += cost(payloadBytes);
        giveBackIfOwed();
    }

    private void giveBackIfOwed() {
        if (owes()) {
            whenOwed.run();
        }
    }

    /**
     * Whether as much is free as the peer knows that it still has. That is half of the window, or less while messages wait here, which
     * must not keep the peer from what they leave: without credit it asks before each message, and so never hears of what is free.
     */
    private boolean owes() {
        return consumed > 0 && consumed >= incoming;
    }

    /** What is free is given back; how much that is. */
    long giveBack() {
        long back = consumed;
        consumed = 0;
        incoming += back;
        return back;
    }
}
