package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * To which trace the next message on this link belongs that is announced, or sent whole.
 *
 * <pre>
 *  0               16
 *  +---------------+----------- - -
 *  | PacketHeader  |  payload
 *  +---------------+----------- - -
 * </pre>
 * The payload is keys and values in turn, in UTF-8, a zero byte behind each. Sent only where traces are on; a receiver that doesn't
 * trace passes over it.
 */
public final class TraceContext {

    /** Length before the payload. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES;

    /** The context of a trace is short. */
    public static final int MOST_PAYLOAD_BYTES = 8192;

    private TraceContext() {}

    /** Writes all but the payload, which is to follow. */
    public static void encode(ByteBuf out, int sequence, int payloadBytes) {
        PacketHeader.encode(out, PacketKind.TRACE_CONTEXT, sequence, payloadBytes);
    }
}
