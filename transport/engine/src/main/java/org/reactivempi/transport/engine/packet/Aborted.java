package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Either side: I end at once; the rest of what was under way will never come.
 *
 * <pre>
 *  0               16
 *  +---------------+
 *  | PacketHeader  |
 *  +---------------+
 * </pre>
 */
public final class Aborted {

    /** Length of the whole packet. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES;

    private Aborted() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, int sequence) {
        PacketHeader.encode(out, PacketKind.ABORTED, sequence);
    }
}
