package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * A short message, whole, for a receive that waits already: {@link Matched} says so, or {@link Declined} that none does.
 *
 * <pre>
 *  0               16              28              36
 *  +---------------+---------------+---------------+----------- - -
 *  | PacketHeader  |   Envelope    |    sendId     |  payload
 *  +---------------+---------------+---------------+----------- - -
 * </pre>
 */
public final class EagerReady {

    /** Length before the payload. */
    public static final int LENGTH_BYTES = Eager.LENGTH_BYTES + Long.BYTES;

    private static final int SEND_ID = Eager.LENGTH_BYTES;

    private EagerReady() {}

    /** Writes all but the payload, which is to follow. */
    public static void encode(
            ByteBuf out, int sequence, int context, int source, int tag, long sendId, long payloadBytes) {
        PacketHeader.encode(out, PacketKind.EAGER_READY, sequence, payloadBytes);
        Envelope.encode(out, context, source, tag);
        out.writeLongLE(sendId);
    }

    /** The sender's number for the message. */
    public static long sendId(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + SEND_ID);
    }
}
