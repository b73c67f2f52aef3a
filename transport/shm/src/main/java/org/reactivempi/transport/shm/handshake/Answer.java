package org.reactivempi.transport.shm.handshake;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.shm.ring.RingFile;

/**
 * Acceptor to connector, its first message; after it there are only bells, whose value means nothing.
 *
 * <pre>
 *  0        8         12
 *  +--------+---------+
 *  | magic  | verdict |
 *  +--------+---------+
 * </pre>
 * Little-endian.
 */
public final class Answer {

    /** What an acceptor thinks of an {@link Offer}, or of a {@link SegmentRequest}. Their order is their number, the same for both ends. */
    public enum Verdict {
        ACCEPTED("accepted"),
        NO_OFFER("this is no offer"),
        OTHER_VERSION("another version of the channel"),
        NOT_THE_FILE("the file cannot be used there; its log says why"),
        NO_SEGMENT("there is no such segment");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    public static final int LENGTH_BYTES = 12;

    private static final int VERDICT = 8;

    private Answer() {}

    public static void encode(ByteBuf out, Verdict verdict) {
        out.writeLongLE(RingFile.MAGIC).writeIntLE(verdict.ordinal());
    }

    /** What it says, or null if it is no answer. */
    public static @Nullable Verdict verdict(ByteBuf answer) {
        Verdict[] all = Verdict.values();
        int verdict = answer.getIntLE(VERDICT);
        return answer.getLongLE(0) == RingFile.MAGIC && verdict >= 0 && verdict < all.length ? all[verdict] : null;
    }
}
