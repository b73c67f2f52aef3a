package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * EAGER_SYNCHRONOUS: a short message, whole, whose sender waits until a receive has met it and MATCHED says so.
 *
 * <p>EAGER_READY: the same, for a receive that waits already; else {@link Declined} says that none does.
 *
 * <pre>
 *  0               16              28              36
 *  +---------------+---------------+---------------+----------- - -
 *  | PacketHeader  |   Envelope    |    sendId     |  payload
 *  +---------------+---------------+---------------+----------- - -
 * </pre>
 */
public final class EagerAnswered {

    /** Length before the payload. */
    public static final int LENGTH_BYTES = Eager.LENGTH_BYTES + Long.BYTES;

    private static final int SEND_ID = Eager.LENGTH_BYTES;

    private EagerAnswered() {}

    /** Writes all of a packet of one of the two kinds but the payload, which is to follow. */
    public static void encode(
            ByteBuf out,
            PacketKind kind,
            int sequence,
            int context,
            int source,
            int tag,
            long sendId,
            long payloadBytes) {
        PacketHeader.encode(out, kind, sequence, payloadBytes);
        Envelope.encode(out, context, source, tag);
        out.writeLongLE(sendId);
    }

    /** The sender's number for the message. */
    public static long sendId(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + SEND_ID);
    }
}
