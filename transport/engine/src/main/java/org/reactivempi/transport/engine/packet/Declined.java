package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Receiver to sender: I have dropped your message, and no receive will meet it.
 *
 * <pre>
 *  0               16              24              28
 *  +---------------+---------------+---------------+
 *  | PacketHeader  |    sendId     |    reason     |
 *  +---------------+---------------+---------------+
 * </pre>
 * {@code sendId} means something only to the sender that made it.
 */
public final class Declined {

    /** Why a message is dropped; the place in this list is the number on the wire. */
    public enum Reason {
        /** It was a ready message, and no receive waited for it. */
        NOT_READY,
        /** Its communicator was freed before a receive met it. */
        FREED,
        /** Its communicator is revoked. */
        REVOKED
    }

    /** Length of the whole packet. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Long.BYTES + Integer.BYTES;

    private static final int SEND_ID = PacketHeader.LENGTH_BYTES;
    private static final int REASON = SEND_ID + Long.BYTES;

    private Declined() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, int sequence, long sendId, Reason reason) {
        PacketHeader.encode(out, PacketKind.DECLINED, sequence);
        out.writeLongLE(sendId).writeIntLE(reason.ordinal());
    }

    /** The sender's number for the message. */
    public static long sendId(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + SEND_ID);
    }

    /** Why. */
    public static Reason reason(ByteBuf packet) {
        int reason = packet.getIntLE(packet.readerIndex() + REASON);
        Reason[] reasons = Reason.values();
        if (reason < 0 || reason >= reasons.length) {
            throw new ProtocolException("reason to decline " + reason + " is outside 0.." + (reasons.length - 1));
        }
        return reasons[reason];
    }
}
