package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/** The family LINK: how much has come over a link, and its end. */
public final class LinkPackets {

    private LinkPackets() {}

    /**
     * Either side: how much of the link's stream has come, over all connections; also says that the sender lives.
     *
     * <pre>
     *  0               16              24
     *  +---------------+---------------+
     *  |    header     | receivedBytes |
     *  +---------------+---------------+
     * </pre>
     */
    public static final class Acknowledge {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES + Long.BYTES;

        private static final int RECEIVED_BYTES = PacketKind.HEADER_BYTES;

        private Acknowledge() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, int sequence, long receivedBytes) {
            PacketKind.ACKNOWLEDGE.encode(out, sequence, 0);
            out.writeLongLE(receivedBytes);
        }

        /** How much has come. */
        public static long receivedBytes(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + RECEIVED_BYTES);
        }
    }

    /**
     * Four packets that say nothing but that a link ends:
     *
     * <ul>
     *   <li>GOODBYE, either side: I am finalizing, and shall send nothing more that wants an answer.
     *   <li>GOODBYE_SEEN, its answer: all that came before it has been read, so the connection may be closed.
     *   <li>ABORTED, either side: I end at once; the rest of what was under way will never come.
     *   <li>GIVEN_UP, either side: I take you for failed, and go on without you.
     * </ul>
     *
     * <pre>
     *  0               16
     *  +---------------+
     *  |    header     |
     *  +---------------+
     * </pre>
     */
    public static final class Goodbye {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES;

        private Goodbye() {}

        /** Writes a packet of one of the four kinds. */
        public static void encode(ByteBuf out, PacketKind kind, int sequence) {
            kind.encode(out, sequence, 0);
        }
    }
}
