package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Acceptor to connector: the link stands.
 *
 * <pre>
 *  0               16              24
 *  +---------------+---------------+
 *  | PacketHeader  |    credit     |
 *  +---------------+---------------+-------------------------------+
 *  |          incarnation          |             peer              |
 *  +-------------------------------+-------------------------------+
 *  24                              32                              40
 *  |         receivedBytes         |  connections  |    attempt    |
 *  +-------------------------------+---------------+---------------+
 *  40                              48              52              56
 * </pre>
 * {@code credit} is how many bytes of eager messages the acceptor will take before it gives more; the rest is a
 * {@link Resumption}.
 */
public final class Welcome {

    /** Length of the whole packet. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Long.BYTES + Resumption.LENGTH_BYTES;

    private static final int CREDIT = PacketHeader.LENGTH_BYTES;
    private static final int RESUMPTION = CREDIT + Long.BYTES;

    private Welcome() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, long credit, Resumption resumption) {
        PacketHeader.encode(out, PacketKind.WELCOME, 0);
        out.writeLongLE(credit);
        resumption.encode(out);
    }

    /** Bytes of eager messages that the acceptor takes. */
    public static long credit(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + CREDIT);
    }

    /** Where the link goes on. */
    public static Resumption resumption(ByteBuf packet) {
        return Resumption.at(packet, RESUMPTION);
    }
}
