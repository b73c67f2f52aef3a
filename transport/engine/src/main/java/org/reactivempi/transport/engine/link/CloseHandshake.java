package org.reactivempi.transport.engine.link;

import org.reactivempi.transport.engine.packet.LinkPackets.Goodbye;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.ProtocolException;

/**
 * The goodbye of this rank to one peer, and the answer to that of the peer.
 *
 * <pre>
 *  OPEN --begin--&gt; DUE --say, on a connection that stands--&gt; SAID --GOODBYE_SEEN--&gt; the link may end
 * </pre>
 */
final class CloseHandshake {

    private enum State {
        OPEN,
        DUE,
        SAID
    }

    private final Outflow out;
    private State state = State.OPEN;

    CloseHandshake(Outflow out) {
        this.out = out;
    }

    /** This rank finalizes; false if it has before. */
    boolean begin() {
        boolean first = state == State.OPEN;
        if (first) {
            state = State.DUE;
        }
        return first;
    }

    /** Whether this rank sends nothing more than its goodbye. */
    boolean hasBegun() {
        return state != State.OPEN;
    }

    /** Says goodbye, once, behind all that was sent; for a connection that stands. */
    void say() {
        if (state == State.DUE) {
            state = State.SAID;
            Goodbye.encode(out.room(Goodbye.LENGTH_BYTES), PacketKind.GOODBYE, out.nextSequence());
        }
    }

    boolean isSaid() {
        return state == State.SAID;
    }

    /** Answers the peer's goodbye. */
    void answer() {
        Goodbye.encode(out.room(Goodbye.LENGTH_BYTES), PacketKind.GOODBYE_SEEN, out.nextSequence());
    }

    /** Throws {@link ProtocolException} if the peer can't have seen this rank's goodbye. */
    void checkSaid() {
        if (state != State.SAID) {
            throw new ProtocolException("answer to a goodbye that was not said");
        }
    }
}
