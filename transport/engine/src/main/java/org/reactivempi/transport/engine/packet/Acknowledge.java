package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Either side: how much of the link's stream has come, over all connections; also says that the sender lives.
 *
 * <pre>
 *  0               16              24
 *  +---------------+---------------+
 *  | PacketHeader  | receivedBytes |
 *  +---------------+---------------+
 * </pre>
 */
public final class Acknowledge {

    /** Length of the whole packet. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Long.BYTES;

    private static final int RECEIVED_BYTES = PacketHeader.LENGTH_BYTES;

    private Acknowledge() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, int sequence, long receivedBytes) {
        PacketHeader.encode(out, PacketKind.ACKNOWLEDGE, sequence);
        out.writeLongLE(receivedBytes);
    }

    /** How much has come. */
    public static long receivedBytes(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + RECEIVED_BYTES);
    }
}
