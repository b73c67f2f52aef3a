package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Receiver to sender: room for this much more of eager messages.
 *
 * <pre>
 *  0               16              24
 *  +---------------+---------------+
 *  | PacketHeader  |    bytes      |
 *  +---------------+---------------+
 * </pre>
 * {@code bytes} counts payload and {@link Eager#LENGTH_BYTES} of overhead for each message.
 */
public final class Credit {

    /** Length of the whole packet. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Long.BYTES;

    private static final int BYTES = PacketHeader.LENGTH_BYTES;

    private Credit() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, int sequence, long bytes) {
        PacketHeader.encode(out, PacketKind.CREDIT, sequence);
        out.writeLongLE(bytes);
    }

    /** How much room has come back. */
    public static long bytes(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + BYTES);
    }
}
