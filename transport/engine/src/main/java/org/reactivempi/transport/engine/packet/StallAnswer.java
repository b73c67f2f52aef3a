package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Answers a {@link StallQuestion}.
 *
 * <pre>
 *  0               16              24              28
 *  +---------------+---------------+---------------+----------- - -
 *  | PacketHeader  |    inquiry    |     step      |  payload
 *  +---------------+---------------+---------------+----------- - -
 * </pre>
 * {@code inquiry} and {@code step} are the question's. The payload is what the rank has found, or text in UTF-8.
 */
public final class StallAnswer {

    /** Length before the payload. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Long.BYTES + Integer.BYTES;

    /** What a rank with very many links may well have to say. */
    public static final int MOST_PAYLOAD_BYTES = 1 << 22;

    private static final int INQUIRY = PacketHeader.LENGTH_BYTES;
    private static final int STEP = INQUIRY + Long.BYTES;

    private StallAnswer() {}

    /** Writes all but the payload, which is to follow. */
    public static void encode(ByteBuf out, int sequence, long inquiry, StallQuestion.Step step, int payloadBytes) {
        PacketHeader.encode(out, PacketKind.STALL_ANSWER, sequence, payloadBytes);
        out.writeLongLE(inquiry).writeIntLE(step.code());
    }

    /** The number of the inquiry. */
    public static long inquiry(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + INQUIRY);
    }

    /** What was asked. */
    public static StallQuestion.Step step(ByteBuf packet) {
        return StallQuestion.step(packet, STEP);
    }
}
