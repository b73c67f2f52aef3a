package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Either side: I am finalizing, and shall send nothing more that wants an answer.
 *
 * <pre>
 *  0               16
 *  +---------------+
 *  | PacketHeader  |
 *  +---------------+
 * </pre>
 */
public final class Goodbye {

    static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES;

    private Goodbye() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, int sequence) {
        PacketHeader.encode(out, PacketKind.GOODBYE, sequence);
    }
}
