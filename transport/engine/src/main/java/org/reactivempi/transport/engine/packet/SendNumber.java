package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Three packets that say nothing but the number of a send:
 *
 * <ul>
 *   <li>MATCHED, receiver to sender: your {@link EagerAnswered} message has met its receive.
 *   <li>WITHDRAW, sender to receiver: forget this message if no receive has met it yet. Answered by WITHDRAWN; or, where a receive
 *       was faster, by what that receive sends.
 *   <li>WITHDRAWN, receiver to sender: the message is forgotten.
 * </ul>
 *
 * <pre>
 *  0               16              24
 *  +---------------+---------------+
 *  | PacketHeader  |    sendId     |
 *  +---------------+---------------+
 * </pre>
 * {@code sendId} means something only to the sender that made it.
 */
public final class SendNumber {

    /** Length of the whole packet. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Long.BYTES;

    private static final int SEND_ID = PacketHeader.LENGTH_BYTES;

    private SendNumber() {}

    /** Writes a packet of one of the three kinds. */
    public static void encode(ByteBuf out, PacketKind kind, int sequence, long sendId) {
        PacketHeader.encode(out, kind, sequence);
        out.writeLongLE(sendId);
    }

    /** The sender's number for the message. */
    public static long sendId(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + SEND_ID);
    }
}
