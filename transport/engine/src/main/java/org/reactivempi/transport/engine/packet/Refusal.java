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

    /** Why a connection is refused. */
    public enum Reason implements Coded {
        /** Both sides connected at once, and the other connection stays. */
        SIMULTANEOUS(0),
        /** The acceptor speaks another version. */
        VERSION(1),
        /** The acceptor belongs to another job. */
        JOB(2),
        /** The acceptor is another rank, or there is no such rank. */
        RANK(3),
        /** There is a link between the two already. */
        DUPLICATE(4),
        /** The acceptor has finalized. */
        FINALIZED(5),
        /** One of the two is not the process that the other has had a link with. */
        INCARNATION(6);

        private static final Reason[] ALL = values();

        private final int code;

        Reason(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Integer.BYTES;

    private static final int REASON = PacketHeader.LENGTH_BYTES;

    private Refusal() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, Reason reason) {
        PacketHeader.encode(out, PacketKind.REFUSAL, 0);
        out.writeIntLE(reason.code());
    }

    /** Why. */
    public static Reason reason(ByteBuf packet) {
        return Coded.of(Reason.ALL, packet.getIntLE(packet.readerIndex() + REASON), "refusal reason");
    }
}
