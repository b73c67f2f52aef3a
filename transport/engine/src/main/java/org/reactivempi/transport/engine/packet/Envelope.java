package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * What a message is matched by; follows the header in every packet that announces one.
 *
 * <pre>
 *  16              20              24              28
 *  +---------------+---------------+---------------+
 *  |    context    |    source     |      tag      |
 *  +---------------+---------------+---------------+
 * </pre>
 * {@code context} numbers the communicator, {@code source} is the sender's rank in it.
 */
public final class Envelope {

    static final int LENGTH_BYTES = 3 * Integer.BYTES;

    private static final int CONTEXT = PacketHeader.LENGTH_BYTES;
    private static final int SOURCE = CONTEXT + Integer.BYTES;
    private static final int TAG = SOURCE + Integer.BYTES;

    private Envelope() {}

    static void encode(ByteBuf out, int context, int source, int tag) {
        out.writeIntLE(context).writeIntLE(source).writeIntLE(tag);
    }

    /** The communicator's number. */
    public static int context(ByteBuf packet) {
        return packet.getIntLE(packet.readerIndex() + CONTEXT);
    }

    /** The sender's rank in the communicator. */
    public static int source(ByteBuf packet) {
        return packet.getIntLE(packet.readerIndex() + SOURCE);
    }

    /** The message's tag. */
    public static int tag(ByteBuf packet) {
        return packet.getIntLE(packet.readerIndex() + TAG);
    }
}
