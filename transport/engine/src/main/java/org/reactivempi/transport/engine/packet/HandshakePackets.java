package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/** The family HANDSHAKE: the greetings with which a connection begins, before it carries a part of the link's streams. */
public final class HandshakePackets {

    private HandshakePackets() {}

    /**
     * Connector to acceptor, first packet: who I am, and whom I want.
     *
     * <pre>
     *  0               16              20              24              32
     *  +---------------+---------------+---------------+---------------+
     *  |    header     |     magic     |    version    |      job      |
     *  +---------------+-------+-------+-------+-------+---------------+
     *  |     from      |      to       |            credit             |
     *  +---------------+---------------+-------------------------------+
     *  32              36              40                              48
     *  |          incarnation          |             peer              |
     *  +-------------------------------+-------------------------------+
     *  48                              56                              64
     *  |         receivedBytes         |  connections  |    attempt    |
     *  +-------------------------------+---------------+---------------+
     *  64                              72              76              80
     *  |  generation   |
     *  +---------------+
     *  80              84
     * </pre>
     * {@code magic} and {@code version} tell this protocol and its version from all else, {@code job} is a hash of the job's
     * id, {@code from} and {@code to} are ranks of the job, {@code credit} is how many bytes of eager messages the connector
     * will take before it gives more; the rest is a {@link Resumption}.
     */
    public static final class Hello {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES =
                PacketKind.HEADER_BYTES + 4 * Integer.BYTES + 2 * Long.BYTES + Resumption.LENGTH_BYTES;

        /** The bytes {@code RMPI}. */
        public static final int MAGIC = 0x49504d52;

        /** The version that this library speaks. */
        public static final int VERSION = 13;

        private static final int MAGIC_AT = PacketKind.HEADER_BYTES;
        private static final int VERSION_AT = MAGIC_AT + Integer.BYTES;
        private static final int JOB = VERSION_AT + Integer.BYTES;
        private static final int FROM = JOB + Long.BYTES;
        private static final int TO = FROM + Integer.BYTES;
        private static final int CREDIT = TO + Integer.BYTES;
        private static final int RESUMPTION = CREDIT + Long.BYTES;

        private Hello() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, long job, int from, int to, long credit, Resumption resumption) {
            PacketKind.HELLO.encode(out, 0, 0);
            out.writeIntLE(MAGIC).writeIntLE(VERSION).writeLongLE(job);
            out.writeIntLE(from).writeIntLE(to).writeLongLE(credit);
            resumption.encode(out);
        }

        /** Should be {@link #MAGIC}. */
        public static int magic(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + MAGIC_AT);
        }

        /** Should be {@link #VERSION}. */
        public static int version(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + VERSION_AT);
        }

        /** Hash of the job's id. */
        public static long job(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + JOB);
        }

        /** The connector's rank. */
        public static int from(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + FROM);
        }

        /** The acceptor's rank, as the connector believes. */
        public static int to(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + TO);
        }

        /** Bytes of eager messages that the connector takes. */
        public static long credit(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + CREDIT);
        }

        /** Where the link goes on. */
        public static Resumption resumption(ByteBuf packet) {
            return Resumption.at(packet, RESUMPTION);
        }
    }

    /**
     * Acceptor to connector: the link stands.
     *
     * <pre>
     *  0               16              24
     *  +---------------+---------------+
     *  |    header     |    credit     |
     *  +---------------+---------------+-------------------------------+
     *  |          incarnation          |             peer              |
     *  +-------------------------------+-------------------------------+
     *  24                              32                              40
     *  |         receivedBytes         |  connections  |    attempt    |
     *  +-------------------------------+---------------+---------------+
     *  40                              48              52              56
     *  |  generation   |
     *  +---------------+
     *  56              60
     * </pre>
     * {@code credit} is how many bytes of eager messages the acceptor will take before it gives more; the rest is a
     * {@link Resumption}.
     */
    public static final class Welcome {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES + Long.BYTES + Resumption.LENGTH_BYTES;

        private static final int CREDIT = PacketKind.HEADER_BYTES;
        private static final int RESUMPTION = CREDIT + Long.BYTES;

        private Welcome() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, long credit, Resumption resumption) {
            PacketKind.WELCOME.encode(out, 0, 0);
            out.writeLongLE(credit);
            resumption.encode(out);
        }

        /** Bytes of eager messages that the acceptor takes. */
        public static long credit(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + CREDIT);
        }

        /** Where the link goes on. */
        public static Resumption resumption(ByteBuf packet) {
            return Resumption.at(packet, RESUMPTION);
        }
    }

    /**
     * Acceptor to connector: no, and why.
     *
     * <pre>
     *  0               16              20
     *  +---------------+---------------+
     *  |    header     |    reason     |
     *  +---------------+---------------+
     * </pre>
     */
    public static final class Refusal {

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
            INCARNATION(6),
            /** Another process is that rank for the acceptor, and has not gone yet. */
            CLAIMED(7),
            /** The acceptor takes the connector for failed, and goes on without it. */
            GIVEN_UP(8);

            private final int code;

            Reason(int code) {
                this.code = code;
            }

            @Override
            public int code() {
                return code;
            }

            /** What the connector is told, and what to look at. */
            public String inWords() {
                return switch (this) {
                    case VERSION -> "it speaks another version of the protocol";
                    case JOB ->
                        "it belongs to another job: the ranks of one are started by one launcher, or have the same list of"
                                + " peers";
                    case RANK -> "it is another rank than the one that was looked for at this address";
                    case SIMULTANEOUS, DUPLICATE, FINALIZED, INCARNATION, CLAIMED, GIVEN_UP -> toString();
                };
            }
        }

        static final int LENGTH_BYTES = PacketKind.HEADER_BYTES + Integer.BYTES;

        private static final int REASON = PacketKind.HEADER_BYTES;

        private Refusal() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, Reason reason) {
            PacketKind.REFUSAL.encode(out, 0, 0);
            out.writeIntLE(reason.code());
        }

        /** Why. */
        public static Reason reason(ByteBuf packet) {
            return Coded.of(Reason.class, packet.getIntLE(packet.readerIndex() + REASON), "refusal reason");
        }
    }

    /**
     * Which process speaks, which process it takes its peer for, and where the stream of the link goes on; a part of HELLO and WELCOME.
     *
     * @param incarnation tells the speaker's process from every other that has been this rank, not 0
     * @param peer the incarnation of the other side, or 0 before it is known
     * @param receivedBytes how much of the link's stream the speaker has received, over all connections
     * @param connections on how many connections the link has stood, as far as the speaker knows
     * @param attempt how often the speaker has greeted on this link, this time included; 0 in WELCOME
     * @param generation which link with a rank of that number it is for the speaker, 1 for the first
     */
    public record Resumption(
            long incarnation, long peer, long receivedBytes, int connections, int attempt, int generation) {

        static final int LENGTH_BYTES = 3 * Long.BYTES + 3 * Integer.BYTES;

        /** Whether the speaker begins a link, and knows of no other process at the other end. */
        public boolean isBeginning() {
            return peer == 0 && connections == 0;
        }

        void encode(ByteBuf out) {
            out.writeLongLE(incarnation).writeLongLE(peer).writeLongLE(receivedBytes);
            out.writeIntLE(connections).writeIntLE(attempt).writeIntLE(generation);
        }

        static Resumption at(ByteBuf packet, int offset) {
            int at = packet.readerIndex() + offset;
            return new Resumption(
                    packet.getLongLE(at),
                    packet.getLongLE(at + 8),
                    packet.getLongLE(at + 16),
                    packet.getIntLE(at + 24),
                    packet.getIntLE(at + 28),
                    packet.getIntLE(at + 32));
        }
    }
}
