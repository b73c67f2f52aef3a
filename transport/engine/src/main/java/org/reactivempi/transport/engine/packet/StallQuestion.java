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
 * {@code inquiry} means something only to who asks; the other returns it unread.
 */
public final class StallQuestion {

    /** What is asked; the place in this list is the number on the wire. */
    public enum Step {
        /** Whether the rank is still, and for whom it waits. */
        LOOK,
        /** The same once more: has anything happened since? */
        CONFIRM,
        /** What it waits for, in words. */
        DESCRIBE
    }

    /** Length of the whole packet. */
    public static final int LENGTH_BYTES = PacketHeader.LENGTH_BYTES + Long.BYTES + Integer.BYTES;

    private static final int INQUIRY = PacketHeader.LENGTH_BYTES;
    private static final int STEP = INQUIRY + Long.BYTES;

    private StallQuestion() {}

    /** Writes the packet. */
    public static void encode(ByteBuf out, int sequence, long inquiry, Step step) {
        PacketHeader.encode(out, PacketKind.STALL_QUESTION, sequence);
        out.writeLongLE(inquiry).writeIntLE(step.ordinal());
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
        int step = packet.getIntLE(packet.readerIndex() + at);
        Step[] steps = Step.values();
        if (step < 0 || step >= steps.length) {
            throw new ProtocolException("step of an inquiry " + step + " is outside 0.." + (steps.length - 1));
        }
        return steps[step];
    }
}
