package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * A short message, whole. Its sender is done as soon as it is copied here.
 *
 * <pre>
 *  0               16              28
 *  +---------------+---------------+----------- - -
 *  | PacketHeader  |   Envelope    |  payload
 *  +---------------+---------------+----------- - -
 * </pre>
 */
public final class Eager {

    /** Length before the payload. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Envelope.LENGTH_BYTES;

    private Eager() {}

    /** Writes all but the payload, which is to follow. */
    public static void encode(ByteBuf out, int sequence, int context, int source, int tag, long payloadBytes) {
        PacketHeader.encode(out, PacketKind.EAGER, sequence, payloadBytes);
        Envelope.encode(out, context, source, tag);
    }
}
