package org.reactivempi.transport.engine.diagnosis;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * What a rank finds when it looks at itself, and how that crosses a link: the payload of a
 * {@link org.reactivempi.transport.engine.packet.DiagnosisPackets.StallAnswer}.
 *
 * <pre>
 *  flags (1) | epoch (8) | n (4) | n ranks that it waits for (4 each)
 *            | k (4) | k ranks of its JVM (4 each)
 *            | m (4) | m links: peer (4), packets told (8), packets heard (8)
 *            | why it is not still, in UTF-8, up to the end
 * </pre>
 *
 * @param waits whether any of its operations waits
 * @param unrest why it may go on by itself; empty if it is still
 * @param epoch another one whenever anything has happened
 * @param awaited the ranks that may, each by itself, let it go on
 * @param sharers the ranks with which it shares a JVM, and so perhaps objects and threads
 * @param links by peer
 */
record Finding(boolean waits, String unrest, long epoch, BitSet awaited, BitSet sharers, Map<Integer, Counts> links) {

    private static final int WAITS = 1;
    private static final int LINK_BYTES = Integer.BYTES + 2 * Long.BYTES;

    /** How many packets have gone to a peer, and have come from it. */
    record Counts(long told, long heard) {}

    private static final Counts NOTHING = new Counts(0, 0);

    boolean isStill() {
        return unrest.isEmpty();
    }

    Counts link(int peer) {
        return links.getOrDefault(peer, NOTHING);
    }

    byte[] encode() {
        ByteBuf out = Unpooled.buffer();
        out.writeByte(waits ? WAITS : 0).writeLongLE(epoch);
        write(awaited, out);
        write(sharers, out);
        out.writeIntLE(links.size());
        links.forEach((peer, counts) ->
                out.writeIntLE(peer).writeLongLE(counts.told()).writeLongLE(counts.heard()));
        out.writeBytes(unrest.getBytes(StandardCharsets.UTF_8));
        byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes);
        return bytes;
    }

    private static void write(BitSet ranks, ByteBuf out) {
        out.writeIntLE(ranks.cardinality());
        ranks.stream().forEach(out::writeIntLE);
    }

    /** Reads one of a job with so many ranks; throws {@link ProtocolException} where it is none. */
    static Finding decode(byte[] payload, int size) {
        ByteBuf in = Unpooled.wrappedBuffer(payload);
        try {
            boolean waits = in.readByte() == WAITS;
            long epoch = in.readLongLE();
            BitSet awaited = ranks(in, size);
            BitSet sharers = ranks(in, size);
            Map<Integer, Counts> links = new TreeMap<>();
            for (int left = count(in, LINK_BYTES); left > 0; left--) {
                links.put(rank(in, size), new Counts(in.readLongLE(), in.readLongLE()));
            }
            return new Finding(waits, in.toString(StandardCharsets.UTF_8), epoch, awaited, sharers, links);
        } catch (IndexOutOfBoundsException e) {
            throw new ProtocolException("finding of " + payload.length + " bytes ends too early");
        }
    }

    private static BitSet ranks(ByteBuf in, int size) {
        BitSet ranks = new BitSet();
        for (int left = count(in, Integer.BYTES); left > 0; left--) {
            ranks.set(rank(in, size));
        }
        return ranks;
    }

    private static int count(ByteBuf in, int bytesEach) {
        int count = in.readIntLE();
        if (count < 0 || count > in.readableBytes() / bytesEach) {
            throw new ProtocolException("finding with " + count + " entries in " + in.readableBytes() + " bytes");
        }
        return count;
    }

    private static int rank(ByteBuf in, int size) {
        int rank = in.readIntLE();
        if (rank < 0 || rank >= size) {
            throw new ProtocolException("finding names rank " + rank + ", outside 0.." + (size - 1));
        }
        return rank;
    }
}
