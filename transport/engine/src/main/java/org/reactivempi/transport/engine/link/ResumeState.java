package org.reactivempi.transport.engine.link;

import org.reactivempi.transport.engine.packet.HandshakePackets.Resumption;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * What this rank and one peer know of each other, so that a new connection resumes the streams of the last one: which processes they
 * are, how often they have greeted, and how many connections have stood. Greetings carry it, and so both sides find out whether they
 * mean the same connection.
 *
 * <pre>
 *  greet --&gt; one more greeting of this rank;  meet, stand --&gt; one more connection, and that greeting of the peer is used up
 * </pre>
 */
final class ResumeState {

    private final long self;
    private final int generation;
    /** The peer's process; 0 until it has said which. */
    private long peer;

    private int connections;
    private int greetings;
    private int greetingsOfPeer;

    /** Nothing is known yet; {@code self} tells this end from all others, {@code generation} counts this rank's links with the peer. */
    ResumeState(long self, int generation) {
        this.self = self;
        this.generation = generation;
    }

    /** What a greeting says, after so many bytes of the peer's stream; in an answer {@code greeting} is false. */
    Resumption resumption(boolean greeting, long receivedBytes) {
        int attempt = greeting ? ++greetings : 0;
        return new Resumption(self, peer, receivedBytes, connections, attempt, generation);
    }

    /** Whether both sides are still the processes that they have been. */
    boolean isKnown(Resumption theirs) {
        return (peer == 0 || peer == theirs.incarnation()) && (theirs.peer() == 0 || theirs.peer() == self);
    }

    /** Whether this greeting of the peer, or a later one, has led to a connection. */
    boolean isUsedUp(Resumption theirs) {
        return theirs.attempt() <= greetingsOfPeer;
    }

    /** Whether the peer has greeted before it knew of the last connection. */
    boolean isOutdated(Resumption theirs) {
        return theirs.connections() < connections;
    }

    /** The peer has greeted, and says which process it is. */
    void meet(Resumption theirs) {
        if (!isKnown(theirs)) {
            throw new ProtocolException("it is another process than before");
        }
        peer = theirs.incarnation();
    }

    /** One more connection stands. */
    void onStanding(Resumption theirs) {
        greetingsOfPeer = Math.max(greetingsOfPeer, theirs.attempt());
        connections = Math.max(connections, theirs.connections()) + 1;
    }

    /** What the peer has said which process it is; 0 until then. */
    long peer() {
        return peer;
    }

    /** How many connections there have been, as far as both know. */
    int connections() {
        return connections;
    }

    /** Whether there has been no connection yet. */
    boolean hasNeverStood() {
        return connections == 0;
    }
}
