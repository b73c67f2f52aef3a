package org.reactivempi.transport.engine.link;

import org.reactivempi.transport.engine.packet.PacketHandler;

/** Takes what comes from one peer: the side of {@code protocol}. */
public interface PeerListener extends PacketHandler {

    /** A connection stands; the peer takes {@code creditBytes} of eager messages. */
    void onStanding(long creditBytes);

    /** The connection takes bulk data again. */
    void onWritable();

    /** Nothing will come from the peer any more, and nothing reaches it. Called once; the last call. */
    void onLost(PeerLostException cause);
}
