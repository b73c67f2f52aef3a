package org.reactivempi.transport.engine.link;

import org.reactivempi.transport.engine.packet.Goodbye;
import org.reactivempi.transport.engine.packet.GoodbyeSeen;
import org.reactivempi.transport.engine.packet.ProtocolException;

/**
 * The goodbye of this rank to one peer, and the answer to that of the peer.
 *
 * <pre>
 *  TALKING --begin--&gt; LEAVING --say, on a connection that stands--&gt; SAID --GOODBYE_SEEN--&gt; the link may go
 * </pre>
 * Only the progress thread comes here.
 */
final class Farewell {

    private enum State {
        TALKING,
        LEAVING,
        SAID
    }

    private final PeerLink link;
    private State state = State.TALKING;

    Farewell(PeerLink link) {
        this.link = link;
    }

    /** This rank finalizes; false if it has before. */
    boolean begin() {
        boolean first = state == State.TALKING;
        if (first) {
            state = State.LEAVING;
        }
        return first;
    }

    /** Whether all that this rank has to say is a goodbye, or nothing. */
    boolean isBegun() {
        return state != State.TALKING;
    }

    /** Says goodbye, once, behind all that was sent. */
    void say() {
        if (state == State.LEAVING) {
            state = State.SAID;
            Goodbye.encode(link.room(32), link.nextAside());
        }
    }

    boolean isSaid() {
        return state == State.SAID;
    }

    /** Answers the peer's goodbye. */
    void answer() {
        GoodbyeSeen.encode(link.room(32), link.nextAside());
    }

    /** Throws {@link ProtocolException} if the peer can't have seen this rank's goodbye. */
    void checkSaid() {
        if (state != State.SAID) {
            throw new ProtocolException("answer to a goodbye that was not said");
        }
    }
}
