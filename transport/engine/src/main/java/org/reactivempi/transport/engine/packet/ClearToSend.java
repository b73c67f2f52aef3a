package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Receiver to sender: your {@link RequestToSend} has met its receive, send the data.
 *
 * <pre>
 *  0               16              24              32              40
 *  +---------------+---------------+---------------+---------------+
 *  | PacketHeader  |    sendId     |   receiveId   |  acceptBytes  |
 *  +---------------+---------------+---------------+---------------+
 * </pre>
 * Each id means something only to the side that made it; the other returns it unread. {@code acceptBytes} is how much of
 * the message to send: all of it, or nothing where the receive has too little room and fails.
 */
public final class ClearToSend {

    /** Length of the whole packet. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + 3 * Long.BYTES;

    private static final int SEND_ID = PacketHeader.LENGTH_BYTES;
    private static final int RECEIVE_ID = SEND_ID + Long.BYTES;
    private static final int ACCEPT_BYTES = RECEIVE_ID + Long.BYTES;

    private ClearToSend() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, int sequence, long sendId, long receiveId, long acceptBytes) {
        PacketHeader.encode(out, PacketKind.CLEAR_TO_SEND, sequence);
        out.writeLongLE(sendId).writeLongLE(receiveId).writeLongLE(acceptBytes);
    }

    /** The sender's number for the message. */
    public static long sendId(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + SEND_ID);
    }

    /** The receiver's number for the message. */
    public static long receiveId(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + RECEIVE_ID);
    }

    /** How much of the message to send. */
    public static long acceptBytes(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + ACCEPT_BYTES);
    }
}
