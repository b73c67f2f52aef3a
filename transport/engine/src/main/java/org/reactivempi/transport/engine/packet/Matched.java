package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Receiver to sender: your {@link EagerSynchronous} or {@link EagerReady} message has met its receive.
 *
 * <pre>
 *  0               16              24
 *  +---------------+---------------+
 *  | PacketHeader  |    sendId     |
 *  +---------------+---------------+
 * </pre>
 * {@code sendId} means something only to the sender that made it.
 */
public final class Matched {

    /** Length of the whole packet. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Long.BYTES;

    private static final int SEND_ID = PacketHeader.LENGTH_BYTES;

    private Matched() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, int sequence, long sendId) {
        PacketHeader.encode(out, PacketKind.MATCHED, sequence);
        out.writeLongLE(sendId);
    }

    /** The sender's number for the message. */
    public static long sendId(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + SEND_ID);
    }
}
