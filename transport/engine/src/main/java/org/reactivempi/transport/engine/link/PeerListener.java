package org.reactivempi.transport.engine.link;

import org.reactivempi.transport.engine.packet.PacketHandler;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;

/**
 * Takes the packets of one family from one peer, and hears how the way to that peer stands. Registered with
 * {@link Links#register}.
 */
public interface PeerListener extends PacketHandler {

    /**
     * The first connection is about to stand, and it is not the first link between the two: for one of them at least, the other
     * was lost, and has come again.
     */
    default void onReturned() {}

    /** A connection stands, for the first time; the peer takes {@code creditBytes} of eager messages. */
    default void onStanding(long creditBytes) {}

    /** A connection of this channel stands, the first one or another one; once what it carries is known. */
    default void onConnected(String channel, boolean again) {}

    /** The connection has ended, and another one is looked for. */
    default void onBroken() {}

    /** The connection takes bulk data again. */
    default void onWritable() {}

    /** Nothing will come from the peer any more, and nothing reaches it. Called once; the last call but {@link #onForgotten}. */
    default void onLost(PeerLostException cause) {}

    /** The link with a peer of another job has ended, by a loss or in order; in a step after that. */
    default void onLeft() {}

    /** The peer, of another job, was lost or has left, and its number will stand for another process: nothing may be kept by it. The last call. */
    default void onForgotten() {}

    /** How much of what the peer has sent unasked is kept for this family, by what it was counted for; when a check asks. */
    default long storedBytes() {
        return 0;
    }
}
