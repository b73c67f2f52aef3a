package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Three packets that say nothing but that a link ends:
 *
 * <ul>
 *   <li>GOODBYE, either side: I am finalizing, and shall send nothing more that wants an answer.
 *   <li>GOODBYE_SEEN, its answer: all that came before it has been read, so the connection may be closed.
 *   <li>ABORTED, either side: I end at once; the rest of what was under way will never come.
 * </ul>
 *
 * <pre>
 *  0               16
 *  +---------------+
 *  | PacketHeader  |
 *  +---------------+
 * </pre>
 */
public final class Goodbye {

    /** Length of the whole packet. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES;

    private Goodbye() {}

    /** Writes a packet of one of the three kinds. */
    public static void encode(ByteBuf out, PacketKind kind, int sequence) {
        PacketHeader.encode(out, kind, sequence);
    }
}
