package org.reactivempi.transport.shm;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Acceptor to connector, its first message; behind it there are only bells, whose value means nothing.
 *
 * <pre>
 *  0        8         12
 *  +--------+---------+
 *  | magic  | verdict |
 *  +--------+---------+
 * </pre>
 * Little-endian.
 */
final class Answer {

    static final int LENGTH_BYTES = 12;

    private static final int VERDICT = 8;

    private Answer() {}

    static void encode(ByteBuf out, Verdict verdict) {
        out.writeLongLE(RingFile.MAGIC).writeIntLE(verdict.ordinal());
    }

    /** What it says, or null if it is no answer. */
    static @Nullable Verdict verdict(ByteBuf answer) {
        Verdict[] all = Verdict.values();
        int verdict = answer.getIntLE(VERDICT);
        return answer.getLongLE(0) == RingFile.MAGIC && verdict >= 0 && verdict < all.length ? all[verdict] : null;
    }
}
