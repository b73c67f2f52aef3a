package org.reactivempi.transport.engine.link;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.PacketHandler;

/** Takes what comes from one peer: the side of {@code protocol}. */
public interface PeerListener extends PacketHandler {

    /** A connection stands; the peer takes {@code creditBytes} of eager messages. */
    void onStanding(long creditBytes);

    /** A connection of this channel stands, the first one or another one; once what it carries is known. */
    default void onConnected(String channel, boolean again) {}

    /** The connection takes bulk data again. */
    void onWritable();

    /**
     * Where the next bytes of the last packet's payload may be put, instead of passing them to {@link #onPayload}.
     *
     * @return room for no more than the payload's rest, from position to limit, valid until the next call; null if they
     *     have to be copied
     */
    default @Nullable ByteBuffer place() {
        return null;
    }

    /** The first {@code length} bytes of {@link #place} are there, 0 or more, and no more come there. */
    default void onPlaced(int length) {}

    /** How many bytes to take at once where {@link #place} is null. */
    default int mostBytes() {
        return Integer.MAX_VALUE;
    }

    /** Nothing will come from the peer any more, and nothing reaches it. Called once; the last call. */
    void onLost(PeerLostException cause);
}
