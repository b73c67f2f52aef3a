package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * From a rank that waits: how is it with you? Answered by {@link StallAnswer}.
 *
 * <pre>
 *  0               16              24              28
 *  +---------------+---------------+---------------+
 *  | PacketHeader  |    inquiry    |     step      |
 *  +---------------+---------------+---------------+
 * </pre>
 * {@code inquiry} means something only to the rank that asks; the other returns it unread.
 */
public final class StallQuestion {

    /** What is asked. */
    public enum Step implements Coded {
        /** Whether the rank is still, and for whom it waits. */
        LOOK(0),
        /** The same once more: has anything happened since? */
        CONFIRM(1),
        /** What it waits for, in words. */
        DESCRIBE(2);

        private static final Step[] ALL = values();

        private final int code;

        Step(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** Length of the whole packet. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Long.BYTES + Integer.BYTES;

    private static final int INQUIRY = PacketHeader.LENGTH_BYTES;
    private static final int STEP = INQUIRY + Long.BYTES;

    private StallQuestion() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, int sequence, long inquiry, Step step) {
        PacketHeader.encode(out, PacketKind.STALL_QUESTION, sequence);
        out.writeLongLE(inquiry).writeIntLE(step.code());
    }

    /** The number of the inquiry. */
    public static long inquiry(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + INQUIRY);
    }

    /** What is asked. */
    public static Step step(ByteBuf packet) {
        return step(packet, STEP);
    }

    static Step step(ByteBuf packet, int at) {
        return Coded.of(Step.ALL, packet.getIntLE(packet.readerIndex() + at), "step of an inquiry");
    }
}
