package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.reactivempi.transport.engine.port.PacketFamily;
import org.reactivempi.transport.engine.port.ProtocolException;

/** The family EXTENSION: packets of families that layers above the engine have added. */
public final class ExtensionPackets {

    private ExtensionPackets() {}

    /**
     * Either side, once on each link, before its first EXTENDED: which families the sender has.
     *
     * <pre>
     *  0               16              20
     *  +---------------+---------------+----------- - -
     *  |    header     |     count     |  payload
     *  +---------------+---------------+----------- - -
     * </pre>
     */
    public static final class Families {

        /** The most families of a rank. */
        public static final int MOST = 256;

        /** Length without payload. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES + Integer.BYTES;

        private static final int ENTRY_BYTES = 2 * Integer.BYTES;

        static final int MOST_PAYLOAD_BYTES = MOST * (ENTRY_BYTES + PacketFamily.LONGEST_NAME);

        private static final int COUNT = PacketKind.HEADER_BYTES;

        /**
         * An entry of the payload.
         *
         * @param name the family's
         * @param version its version
         */
        public record Entry(String name, int version) {

            int lengthBytes() {
                return ENTRY_BYTES + name.length();
            }
        }

        private Families() {}

        /** How long the payload is. */
        public static int payloadBytes(List<Entry> entries) {
            return entries.stream().mapToInt(Entry::lengthBytes).sum();
        }

        /** Writes the packet, which the entries follow. */
        public static void encode(ByteBuf out, int sequence, int count, int payloadBytes) {
            PacketKind.FAMILIES.encode(out, sequence, payloadBytes);
            out.writeIntLE(count);
        }

        /** Writes the payload. */
        public static void write(ByteBuf out, List<Entry> entries) {
            for (Entry entry : entries) {
                out.writeIntLE(entry.version()).writeIntLE(entry.name().length());
                out.writeCharSequence(entry.name(), StandardCharsets.US_ASCII);
            }
        }

        /** How many entries the payload has. */
        public static int count(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + COUNT);
        }

        /**
         * The entries of a payload.
         *
         * @param count how many there are, as the packet has said
         * @throws ProtocolException if they are not that many, or one is nothing that a family can have
         */
        public static List<Entry> entries(ByteBuf payload, int count) {
            List<Entry> entries = new ArrayList<>();
            while (payload.readableBytes() >= ENTRY_BYTES) {
                int version = payload.readIntLE();
                int length = payload.readIntLE();
                if (version < 0
                        || length < 1
                        || length > Math.min(PacketFamily.LONGEST_NAME, payload.readableBytes())) {
                    throw new ProtocolException("a family of version " + version + " with a name of " + length
                            + " characters, allowed are 0 and more, and 1 to " + PacketFamily.LONGEST_NAME);
                }
                entries.add(new Entry(
                        payload.readCharSequence(length, StandardCharsets.US_ASCII)
                                .toString(),
                        version));
            }
            if (payload.isReadable() || entries.size() != count) {
                throw new ProtocolException(entries.size() + " families, and " + payload.readableBytes()
                        + " bytes more, where " + count + " were said");
            }
            return entries;
        }
    }

    /**
     * Either side: a packet of a family that is not the engine's.
     *
     * <pre>
     *  0               16              20              24
     *  +---------------+---------------+---------------+----------- - -
     *  |    header     |    family     |   extended    |  payload
     *  +---------------+---------------+---------------+----------- - -
     * </pre>
     * {@code family} is its place in the sender's FAMILIES, {@code extended} the number of its kind there. Its own fields are the
     * beginning of what is payload here.
     */
    public static final class Extended {

        /** Length without payload. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES + 2 * Integer.BYTES;

        private static final int FAMILY = PacketKind.HEADER_BYTES;
        private static final int EXTENDED = FAMILY + Integer.BYTES;

        private Extended() {}

        /** Writes the packet; fields and payload of the family follow. */
        public static void encode(ByteBuf out, int sequence, int family, int extended, long payloadBytes) {
            PacketKind.EXTENDED.encode(out, sequence, payloadBytes);
            out.writeIntLE(family).writeIntLE(extended);
        }

        /** The place of its family in what the sender has said. */
        public static int family(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + FAMILY);
        }

        /** The number of its kind in the family. */
        public static int extended(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + EXTENDED);
        }
    }
}
