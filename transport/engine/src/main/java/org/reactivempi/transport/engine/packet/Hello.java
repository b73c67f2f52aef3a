package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Connector to acceptor, first packet: who I am, and whom I want.
 *
 * <pre>
 *  0               16              20              24              32
 *  +---------------+---------------+---------------+---------------+
 *  | PacketHeader  |     magic     |    version    |      job      |
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
 * </pre>
 * {@code magic} and {@code version} tell this protocol and its version from all else, {@code job} is a hash of the job's
 * id, {@code from} and {@code to} are ranks of the job, {@code credit} is how many bytes of eager messages the connector
 * will take before it gives more; the rest is a {@link Resumption}.
 */
public final class Hello {

    /** Length of the whole packet. */
    public static final int LENGTH_BYTES =
            PacketHeader.LENGTH_BYTES + 4 * Integer.BYTES + 2 * Long.BYTES + Resumption.LENGTH_BYTES;

    /** The bytes {@code RMPI}. */
    public static final int MAGIC = 0x49504d52;

    /** The version that this library speaks. */
    public static final int VERSION = 4;

    private static final int MAGIC_AT = PacketHeader.LENGTH_BYTES;
    private static final int VERSION_AT = MAGIC_AT + Integer.BYTES;
    private static final int JOB = VERSION_AT + Integer.BYTES;
    private static final int FROM = JOB + Long.BYTES;
    private static final int TO = FROM + Integer.BYTES;
    private static final int CREDIT = TO + Integer.BYTES;
    private static final int RESUMPTION = CREDIT + Long.BYTES;

    private Hello() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, long job, int from, int to, long credit, Resumption resumption) {
        PacketHeader.encode(out, PacketKind.HELLO, 0);
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
