package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Acceptor to connector: no, and why.
 *
 * <pre>
 *  0               16              20
 *  +---------------+---------------+
 *  | PacketHeader  |    reason     |
 *  +---------------+---------------+
 * </pre>
 */
public final class Refusal {

    /** Why a connection is refused; the place in this list is the number on the wire. */
    public enum Reason {
        /** Both sides connected at once, and the other connection stays. */
        SIMULTANEOUS,
        /** The acceptor speaks another version. */
        VERSION,
        /** The acceptor belongs to another job. */
        JOB,
        /** The acceptor is another rank, or there is no such rank. */
        RANK,
        /** There is a link between the two already. */
        DUPLICATE,
        /** The acceptor has finalized. */
        FINALIZED,
        /** One of the two is not the process that the other has had a link with. */
        INCARNATION
    }

    static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Integer.BYTES;

    private static final int REASON = PacketHeader.LENGTH_BYTES;

    private Refusal() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, Reason reason) {
        PacketHeader.encode(out, PacketKind.REFUSAL, 0);
        out.writeIntLE(reason.ordinal());
    }

    /** Why. */
    public static Reason reason(ByteBuf packet) {
        int reason = packet.getIntLE(packet.readerIndex() + REASON);
        Reason[] reasons = Reason.values();
        if (reason < 0 || reason >= reasons.length) {
            throw new ProtocolException("refusal reason " + reason + " is outside 0.." + (reasons.length - 1));
        }
        return reasons[reason];
    }
}
