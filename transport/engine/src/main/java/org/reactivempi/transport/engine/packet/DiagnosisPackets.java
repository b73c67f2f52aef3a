package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/**
 * The family DIAGNOSIS: what ranks that wait ask each other. Answers begin like their questions; {@code inquiry} means something only
 * to the rank that asks, the other returns it unread.
 */
public final class DiagnosisPackets {

    private static final int INQUIRY = PacketKind.HEADER_BYTES;
    private static final int STEP = INQUIRY + Long.BYTES;

    private DiagnosisPackets() {}

    /** What is asked. */
    public enum Step implements Coded {
        /** Whether the rank is still, and for whom it waits. */
        LOOK(0),
        /** The same once more: has anything happened since? */
        CONFIRM(1),
        /** What it waits for, in words. */
        DESCRIBE(2);

        private final int code;

        Step(int code) {
            this.code = code;
        }

        @Override
        public int code() {
            return code;
        }
    }

    /** The number of the inquiry that a question or an answer belongs to. */
    public static long inquiry(ByteBuf packet) {
        return packet.getLongLE(packet.readerIndex() + INQUIRY);
    }

    /** What is asked, or was. */
    public static Step step(ByteBuf packet) {
        return Coded.of(Step.class, packet.getIntLE(packet.readerIndex() + STEP), "step of an inquiry");
    }

    /**
     * From a rank that waits: how is it with you? Answered by {@link StallAnswer}.
     *
     * <pre>
     *  0               16              24              28
     *  +---------------+---------------+---------------+
     *  |    header     |    inquiry    |     step      |
     *  +---------------+---------------+---------------+
     * </pre>
     */
    public static final class StallQuestion {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = STEP + Integer.BYTES;

        private StallQuestion() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, int sequence, long inquiry, Step step) {
            PacketKind.STALL_QUESTION.encode(out, sequence, 0);
            out.writeLongLE(inquiry).writeIntLE(step.code());
        }
    }

    /**
     * Answers a {@link StallQuestion}.
     *
     * <pre>
     *  0               16              24              28
     *  +---------------+---------------+---------------+----------- - -
     *  |    header     |    inquiry    |     step      |  payload
     *  +---------------+---------------+---------------+----------- - -
     * </pre>
     * The payload is what the rank has found, or text in UTF-8.
     */
    public static final class StallAnswer {

        /** Length before the payload. */
        public static final int LENGTH_BYTES = STEP + Integer.BYTES;

        /** What a rank with very many links may well have to say. */
        public static final int MOST_PAYLOAD_BYTES = 1 << 22;

        private StallAnswer() {}

        /** Writes all but the payload, which is to follow. */
        public static void encode(ByteBuf out, int sequence, long inquiry, Step step, int payloadBytes) {
            PacketKind.STALL_ANSWER.encode(out, sequence, payloadBytes);
            out.writeLongLE(inquiry).writeIntLE(step.code());
        }
    }
}
