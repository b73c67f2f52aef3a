package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Sender to receiver: forget this message if no receive has met it yet.
 *
 * <pre>
 *  0               16              24
 *  +---------------+---------------+
 *  | PacketHeader  |    sendId     |
 *  +---------------+---------------+
 * </pre>
 * Answered by {@link Withdrawn}; or, where a receive was faster, by what that receive sends.
 */
public final class Withdraw {

    /** Length of the whole packet. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Long.BYTES;

    private static final int SEND_ID = PacketHeader.LENGTH_BYTES;

    private Withdraw() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, int sequence, long sendId) {
        PacketHeader.encode(out, PacketKind.WITHDRAW, sequence);
        out.writeLongLE(sendId);
    }

    /** The sender's number for the message. */
    public static long sendId(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + SEND_ID);
    }
}
