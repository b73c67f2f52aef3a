package org.reactivempi.transport.shm.handshake;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import org.reactivempi.transport.shm.handshake.Answer.Verdict;
import org.reactivempi.transport.shm.ring.RingFile;

/**
 * Connector to acceptor, its first message: the file whose descriptor comes next is for the two of us.
 *
 * <pre>
 *  0        8         12          16       32
 *  +--------+---------+-----------+--------+
 *  | magic  | version | ringBytes | nonce  |
 *  +--------+---------+-----------+--------+
 * </pre>
 * Little-endian.
 */
public final class Offer {

    public static final int LENGTH_BYTES = 32;

    private static final int MAGIC = 0;
    private static final int VERSION = 8;
    private static final int RING_BYTES = 12;
    private static final int NONCE = 16;

    private Offer() {}

    public static void encode(ByteBuf out, byte[] nonce, int ringBytes) {
        out.writeLongLE(RingFile.MAGIC).writeIntLE(RingFile.VERSION).writeIntLE(ringBytes);
        out.writeBytes(nonce);
    }

    /** What is wrong with it, or that nothing is. */
    static Verdict check(ByteBuf offer) {
        if (offer.getLongLE(MAGIC) != RingFile.MAGIC || !RingFile.isRingBytes(ringBytes(offer))) {
            return Verdict.NO_OFFER;
        }
        return offer.getIntLE(VERSION) == RingFile.VERSION ? Verdict.ACCEPTED : Verdict.OTHER_VERSION;
    }

    static int ringBytes(ByteBuf offer) {
        return offer.getIntLE(RING_BYTES);
    }

    static byte[] nonce(ByteBuf offer) {
        return ByteBufUtil.getBytes(offer, NONCE, Names.LENGTH_BYTES);
    }
}
