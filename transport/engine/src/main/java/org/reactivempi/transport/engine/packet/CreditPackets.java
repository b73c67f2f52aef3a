package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/** The family CREDIT: room for what all families send unasked. */
public final class CreditPackets {

    private CreditPackets() {}

    /**
     * Receiver to sender: room for this much more of what comes unasked.
     *
     * <pre>
     *  0               16              24
     *  +---------------+---------------+
     *  |    header     |    bytes      |
     *  +---------------+---------------+
     * </pre>
     * {@code bytes} counts payload, and an overhead for each message.
     */
    public static final class Credit {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES + Long.BYTES;

        private static final int BYTES = PacketKind.HEADER_BYTES;

        private Credit() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, int sequence, long bytes) {
            PacketKind.CREDIT.encode(out, sequence, 0);
            out.writeLongLE(bytes);
        }

        /** How much room has come back. */
        public static long bytes(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + BYTES);
        }
    }
}
