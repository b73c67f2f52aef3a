package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Sender to receiver: the next piece of a message that was cleared to send.
 *
 * <pre>
 *  0               16              24              32
 *  +---------------+---------------+---------------+----------- - -
 *  | PacketHeader  |   receiveId   |    offset     |  payload
 *  +---------------+---------------+---------------+----------- - -
 * </pre>
 * Pieces of one message come in order and without gaps; {@code offset} is where the payload belongs in the message.
 */
public final class Data {

    /** Length before the payload. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + 2 * Long.BYTES;

    private static final int RECEIVE_ID = PacketHeader.LENGTH_BYTES;
    private static final int OFFSET = RECEIVE_ID + Long.BYTES;

    private Data() {}

    /** Writes all but the payload, which is to follow. */
    public static void encode(ByteBuf out, int sequence, long receiveId, long offset, long payloadBytes) {
        PacketHeader.encode(out, PacketKind.DATA, sequence, payloadBytes);
        out.writeLongLE(receiveId).writeLongLE(offset);
    }

    /** The receiver's number for the message. */
    public static long receiveId(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + RECEIVE_ID);
    }

    /** Where the payload belongs in the message. */
    public static long offset(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + OFFSET);
    }
}
