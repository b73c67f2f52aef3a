package org.reactivempi.transport.shm.handshake;

import io.netty.buffer.ByteBuf;
import java.util.UUID;
import org.reactivempi.transport.shm.handshake.Answer.Verdict;

/**
 * Connector to acceptor, in place of an {@link Offer}: the descriptor of a segment is wanted, which comes after the answer.
 *
 * <pre>
 *  0        8         12       16       32
 *  +--------+---------+--------+--------+
 *  | magic  | version |   0    |  name  |
 *  +--------+---------+--------+--------+
 * </pre>
 * Little-endian.
 */
public final class SegmentRequest {

    /** As long as an offer, so that an acceptor need not know which of them comes. */
    public static final int LENGTH_BYTES = Offer.LENGTH_BYTES;

    public static final long MAGIC = 0x52_4d_50_49_53_65_67_6dL;
    public static final int VERSION = 1;

    private static final int VERSION_AT = 8;
    private static final int NAME_AT = 16;

    private SegmentRequest() {}

    public static void encode(ByteBuf out, UUID name) {
        out.writeLongLE(MAGIC).writeIntLE(VERSION).writeIntLE(0);
        out.writeLongLE(name.getMostSignificantBits()).writeLongLE(name.getLeastSignificantBits());
    }

    /** Whether a message is one, of whatever version. */
    static boolean is(ByteBuf message) {
        return message.getLongLE(0) == MAGIC;
    }

    /** What is wrong with it, or that nothing is. */
    static Verdict check(ByteBuf request) {
        return request.getIntLE(VERSION_AT) == VERSION ? Verdict.ACCEPTED : Verdict.OTHER_VERSION;
    }

    static UUID name(ByteBuf request) {
        return new UUID(request.getLongLE(NAME_AT), request.getLongLE(NAME_AT + Long.BYTES));
    }
}
