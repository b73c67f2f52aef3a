package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * Which process speaks, which process it takes its peer for, and where the stream of the link goes on; a part of HELLO and WELCOME.
 *
 * @param incarnation tells the speaker's process from every other that has been this rank, not 0
 * @param peer the incarnation of the other side, or 0 before it is known
 * @param receivedBytes how much of the link's stream the speaker has received, over all connections
 * @param connections on how many connections the link has stood, as far as the speaker knows
 * @param attempt how often the speaker has greeted on this link, this time included; 0 in WELCOME
 */
public record Resumption(long incarnation, long peer, long receivedBytes, int connections, int attempt) {

    static final int LENGTH_BYTES = 3 * Long.BYTES + 2 * Integer.BYTES;

    void encode(ByteBuf out) {
        out.writeLongLE(incarnation).writeLongLE(peer).writeLongLE(receivedBytes);
        out.writeIntLE(connections).writeIntLE(attempt);
    }

    static Resumption at(ByteBuf packet, int offset) {
        int at = packet.readerIndex() + offset;
        return new Resumption(
                packet.getLongLE(at),
                packet.getLongLE(at + 8),
                packet.getLongLE(at + 16),
                packet.getIntLE(at + 24),
                packet.getIntLE(at + 28));
    }
}
