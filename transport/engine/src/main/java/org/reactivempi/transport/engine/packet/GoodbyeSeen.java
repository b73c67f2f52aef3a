package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Answer to {@link Goodbye}: all that came before it has been read, so the connection may be closed.
 *
 * <pre>
 *  0               16
 *  +---------------+
 *  | PacketHeader  |
 *  +---------------+
 * </pre>
 */
public final class GoodbyeSeen {

    static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES;

    private GoodbyeSeen() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, int sequence) {
        PacketHeader.encode(out, PacketKind.GOODBYE_SEEN, sequence);
    }
}
