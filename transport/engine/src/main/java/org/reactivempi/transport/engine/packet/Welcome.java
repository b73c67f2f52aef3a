package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Acceptor to connector: the link stands.
 *
 * <pre>
 *  0               16              24
 *  +---------------+---------------+
 *  | PacketHeader  |    credit     |
 *  +---------------+---------------+
 * </pre>
 * {@code credit} is how many bytes of eager messages the acceptor will take before it gives more.
 */
public final class Welcome {

    static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Long.BYTES;

    private static final int CREDIT = PacketHeader.LENGTH_BYTES;

    private Welcome() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, long credit) {
        PacketHeader.encode(out, PacketKind.WELCOME, 0);
        out.writeLongLE(credit);
    }

    /** Bytes of eager messages that the acceptor takes. */
    public static long credit(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + CREDIT);
    }
}
