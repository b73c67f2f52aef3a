package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * REQUEST_TO_SEND, sender to receiver: a message is ready; tell me when a receive has met it.
 *
 * <p>READY_TO_SEND: the same, for a receive that waits already. {@link ClearToSend} asks for it, or {@link Declined} says that none
 * waits.
 *
 * <pre>
 *  0               16              28              36              44
 *  +---------------+---------------+---------------+---------------+
 *  | PacketHeader  |   Envelope    |    sendId     |  lengthBytes  |
 *  +---------------+---------------+---------------+---------------+
 * </pre>
 */
public final class RequestToSend {

    /** Length of the whole packet. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Envelope.LENGTH_BYTES + 2 * Long.BYTES;

    private static final int SEND_ID = PacketHeader.LENGTH_BYTES + Envelope.LENGTH_BYTES;
    private static final int MESSAGE_BYTES = SEND_ID + Long.BYTES;

    private RequestToSend() {}

    /** Writes a packet of one of the two kinds. */
    public static void encode(
            ByteBuf out,
            PacketKind kind,
            int sequence,
            int context,
            int source,
            int tag,
            long sendId,
            long lengthBytes) {
        PacketHeader.encode(out, kind, sequence);
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
