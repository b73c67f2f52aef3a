package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Sender to receiver: a message for a receive that waits already is ready; {@link ClearToSend} asks for it, or
 * {@link Declined} says that none waits.
 *
 * <pre>
 *  0               16              28              36              44
 *  +---------------+---------------+---------------+---------------+
 *  | PacketHeader  |   Envelope    |    sendId     |  lengthBytes  |
 *  +---------------+---------------+---------------+---------------+
 * </pre>
 */
public final class ReadyToSend {

    static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Envelope.LENGTH_BYTES + 2 * Long.BYTES;

    private static final int SEND_ID = PacketHeader.LENGTH_BYTES + Envelope.LENGTH_BYTES;
    private static final int MESSAGE_BYTES = SEND_ID + Long.BYTES;

    private ReadyToSend() {}

    /** Writes the packet. */
    public static void encode(
            ByteBuf out, int sequence, int context, int source, int tag, long sendId, long lengthBytes) {
        PacketHeader.encode(out, PacketKind.READY_TO_SEND, sequence);
        Envelope.encode(out, context, source, tag);
        out.writeLongLE(sendId).writeLongLE(lengthBytes);
    }

    /** The sender's number for the message. */
    public static long sendId(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + SEND_ID);
    }

    /** How long the message is, 0 or more. */
    public static long lengthBytes(ByteBuf packet) {
        long length = packet.getLongLE(packet.readerIndex() + MESSAGE_BYTES);
        if (length < 0) {
            throw new ProtocolException("message length " + length + " is negative");
        }
        return length;
    }
}
