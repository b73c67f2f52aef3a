package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * How every packet begins.
 *
 * <pre>
 *  0      1                4                8                               16
 *  +------+----------------+----------------+-------------------------------+
 *  | kind |  zero          |   sequence     |          bodyBytes            |
 *  +------+----------------+----------------+-------------------------------+
 * </pre>
 * {@code sequence} counts the packets of one direction of a link from 0 on and wraps; handshake packets have 0.
 * {@code bodyBytes} is all that follows the header, fields and payload.
 */
final class PacketHeader {

    static final int LENGTH_BYTES = 16;

    private static final int SEQUENCE = 4;
    private static final int BODY_BYTES = 8;

    private PacketHeader() {}

    /** Writes the header of a packet that ends with its fixed fields. */
    static void encode(ByteBuf out, PacketKind kind, int sequence) {
        encode(out, kind, sequence, 0);
    }

    static void encode(ByteBuf out, PacketKind kind, int sequence, long payloadBytes) {
        out.writeIntLE(kind.code()).writeIntLE(sequence).writeLongLE(kind.fixedBytes() - LENGTH_BYTES + payloadBytes);
    }

    static PacketKind kind(ByteBuf packet, int index) {
        return PacketKind.of(packet.getByte(index));
    }

    static int sequence(ByteBuf packet, int index) {
        return packet.getIntLE(index + SEQUENCE);
    }

    static long bodyBytes(ByteBuf packet, int index) {
        return packet.getLongLE(index + BODY_BYTES);
    }
}
