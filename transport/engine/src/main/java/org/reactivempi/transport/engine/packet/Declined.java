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

    /** Why a message is dropped. */
    public enum Reason implements Coded {
        /** It was a ready message, and no receive waited for it. */
        NOT_READY(0),
        /** Its communicator was freed before a receive met it. */
        FREED(1),
        /** Its communicator is revoked. */
        REVOKED(2);

        private static final Reason[] ALL = values();

        private final int code;

        Reason(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** Length of the whole packet. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Long.BYTES + Integer.BYTES;

    private static final int SEND_ID = PacketHeader.LENGTH_BYTES;
    private static final int REASON = SEND_ID + Long.BYTES;

    private Declined() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, int sequence, long sendId, Reason reason) {
        PacketHeader.encode(out, PacketKind.DECLINED, sequence);
        out.writeLongLE(sendId).writeIntLE(reason.code());
    }

    /** The sender's number for the message. */
    public static long sendId(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + SEND_ID);
    }

    /** Why. */
    public static Reason reason(ByteBuf packet) {
        return Coded.of(Reason.ALL, packet.getIntLE(packet.readerIndex() + REASON), "reason to decline");
    }
}
