package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/** The family MEMBERSHIP: which ranks are there, and roll calls of all of them, where ranks come and go. */
public final class MembershipPackets {

    /** How long one entry of a payload is: a rank, and a number of its process. */
    public static final int ENTRY_BYTES = Integer.BYTES + Long.BYTES;

    /** Entries for so many ranks as a job may well have. */
    static final int MOST_PAYLOAD_BYTES = ENTRY_BYTES << 16;

    private MembershipPackets() {}

    /**
     * A step in which those processes find each other that make a communicator of all ranks, where ranks come and go.
     *
     * <pre>
     *  0               16              20              24              32
     *  +---------------+---------------+---------------+---------------+----------- - -
     *  |    header     |     step      |     offer     |    number     |  payload
     *  +---------------+---------------+---------------+---------------+----------- - -
     * </pre>
     * {@code number} is that of the sender's call in CALL, and that of the coordinator's proposal in the others; {@code offer} a
     * number for the new communicator in DECISION, else -1. The payload of PROPOSAL and DECISION is the calls that it is about, that of CALL
     * the calls of the sender and of all below it, or nothing: for each rank in it, in order, the rank as an {@code int}, and the number of
     * its call as a {@code long}.
     */
    public static final class RollCall {

        /** What it says. */
        public enum Step implements Coded {
            /** To the parent: I have called, and those below me. */
            CALL(0),
            /** From the coordinator: these calls belong together. */
            PROPOSAL(1),
            /** Upwards: my call and those below are still open, and wait for the decision. */
            PROMISE(2),
            /** To the next ones of the tree: these calls have ended, with this number. */
            DECISION(3),
            /** Upwards: that can't be decided. */
            REFUSAL(4),
            /** Downwards: what was proposed will not be decided. */
            RELEASE(5);

            private final int code;

            Step(int code) {
                this.code = code;
            }

            @Override
            public int code() {
                return code;
            }
        }

        /** In place of a number for a communicator: none. */
        public static final int NO_OFFER = -1;

        /** Length before the payload. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES + 2 * Integer.BYTES + Long.BYTES;

        private static final int STEP = PacketKind.HEADER_BYTES;
        private static final int OFFER = STEP + Integer.BYTES;
        private static final int NUMBER = OFFER + Integer.BYTES;

        private RollCall() {}

        /** Writes all but the payload, which is to follow. */
        public static void encode(ByteBuf out, int sequence, Step step, int offer, long number, int payloadBytes) {
            PacketKind.ROLL_CALL.encode(out, sequence, payloadBytes);
            out.writeIntLE(step.code()).writeIntLE(offer).writeLongLE(number);
        }

        /** What it says. */
        public static Step step(ByteBuf packet) {
            return Coded.of(Step.class, packet.getIntLE(packet.readerIndex() + STEP), "step of a roll call");
        }

        /** A number for the new communicator, or {@link #NO_OFFER}. */
        public static int offer(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + OFFER);
        }

        /** Which call, or which proposal. */
        public static long number(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + NUMBER);
        }
    }

    /**
     * Which processes of which ranks the sender has seen, or heard of, itself among them.
     *
     * <pre>
     *  0               16
     *  +---------------+----------- - -
     *  |    header     |  payload
     *  +---------------+----------- - -
     * </pre>
     * For each rank, in order, the rank as an {@code int}, and a number of its process as a {@code long}, which is not 0, and which no other
     * process has. A receiver believes none of it: it may be a reason to greet that rank.
     */
    public static final class Sightings {

        /** Length before the payload. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES;

        private Sightings() {}

        /** Writes all but the payload, which is to follow. */
        public static void encode(ByteBuf out, int sequence, int payloadBytes) {
            PacketKind.SIGHTINGS.encode(out, sequence, payloadBytes);
        }
    }
}
