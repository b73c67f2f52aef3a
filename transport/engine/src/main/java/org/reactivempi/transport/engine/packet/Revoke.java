package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * To all members of a communicator: it is revoked. A rank that hears so for the first time tells the others.
 *
 * <pre>
 *  0               16              20
 *  +---------------+---------------+
 *  | PacketHeader  | communicator  |
 *  +---------------+---------------+
 * </pre>
 * {@code communicator} is its number, a fourth of its first context.
 */
public final class Revoke {

    /** Length of the whole packet. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Integer.BYTES;

    private static final int COMMUNICATOR = PacketHeader.LENGTH_BYTES;

    private Revoke() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, int sequence, int communicator) {
        PacketHeader.encode(out, PacketKind.REVOKE, sequence);
        out.writeIntLE(communicator);
    }

    /** The communicator's number. */
    public static int communicator(ByteBuf packet) {
        int communicator = packet.getIntLE(packet.readerIndex() + COMMUNICATOR);
        if (communicator < 0) {
            throw new ProtocolException("communicator " + communicator + " is negative");
        }
        return communicator;
    }
}
