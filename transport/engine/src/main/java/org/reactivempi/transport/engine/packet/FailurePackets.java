package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.port.ProtocolException;

/** The family FAILURE: revocations of communicators, and agreements between their members. */
public final class FailurePackets {

    private static final int COMMUNICATOR = PacketKind.HEADER_BYTES;

    private FailurePackets() {}

    /** The number of the communicator that a packet of this family is about: a sixteenth of its first context. */
    public static int communicator(ByteBuf packet) {
        int communicator = packet.getIntLE(packet.readerIndex() + COMMUNICATOR);
        if (communicator < 0) {
            throw new ProtocolException("communicator " + communicator + " is negative");
        }
        return communicator;
    }

    /**
     * To all members of a communicator: it is revoked. A rank that hears so for the first time tells the others.
     *
     * <pre>
     *  0               16              20
     *  +---------------+---------------+
     *  |    header     | communicator  |
     *  +---------------+---------------+
     * </pre>
     */
    public static final class Revoke {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES + Integer.BYTES;

        private Revoke() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, int sequence, int communicator) {
            PacketKind.REVOKE.encode(out, sequence, 0);
            out.writeIntLE(communicator);
        }
    }

    /**
     * A step of an agreement between the members of a communicator.
     *
     * <pre>
     *  0               16              20              24              32
     *  +---------------+---------------+---------------+---------------+
     *  |    header     | communicator  |     step      |    number     |
     *  +---------------+---------------+---------------+---------------+----------- - -
     *  |    settled    |     round     |     flag      |     offer     |  payload
     *  +---------------+---------------+---------------+---------------+----------- - -
     *  32              40              44              48              52
     * </pre>
     * {@code number} counts the communicator's agreements, {@code settled} is the first of them that may still be asked for.
     * {@code round} is the rank that made the proposal which the rest repeats, or -1 where that is the sender's own vote:
     * {@code flag} to be combined by AND, {@code offer} a number for a new communicator. The payload is two sets of ranks of the
     * communicator, equally long, a bit for each rank, the lowest bit of the first byte for rank 0: which ranks have failed, and
     * which failures are acknowledged.
     */
    public static final class Ballot {

        /** What it says. */
        public enum Step implements Coded {
            /** To the coordinator: what I bring, or have accepted. */
            VOTE(0),
            /** From the coordinator: what all votes come to. */
            PROPOSAL(1),
            /** To the coordinator: I keep that; {@code round} is the coordinator's rank. */
            ACCEPTANCE(2),
            /** To ranks that may not know: all have accepted it. */
            DECISION(3);

            private final int code;

            Step(int code) {
                this.code = code;
            }

            @Override
            public int code() {
                return code;
            }
        }

        /**
         * What one rank brings to an agreement, or what all have come to, without the sets.
         *
         * @param round the rank of the communicator that has proposed it, or {@link #NO_ROUND} for a rank's own vote
         * @param flag the value, by AND of those of the ranks
         * @param offer a number for a new communicator
         * @param settled the first agreement whose decision some rank may still ask for
         */
        public record Vote(int round, int flag, int offer, long settled) {}

        /** In place of a round: nothing is accepted yet. */
        public static final int NO_ROUND = -1;

        /** Length before the payload. */
        public static final int LENGTH_BYTES =
                PacketKind.HEADER_BYTES + 2 * Integer.BYTES + 2 * Long.BYTES + 3 * Integer.BYTES;

        /** Two sets of so many ranks as a job may well have. */
        static final int MOST_PAYLOAD_BYTES = 1 << 18;

        private static final int STEP = COMMUNICATOR + Integer.BYTES;
        private static final int NUMBER = STEP + Integer.BYTES;
        private static final int SETTLED = NUMBER + Long.BYTES;
        private static final int ROUND = SETTLED + Long.BYTES;
        private static final int FLAG = ROUND + Integer.BYTES;
        private static final int OFFER = FLAG + Integer.BYTES;

        private Ballot() {}

        /** Writes all but the payload, which is to follow. */
        public static void encode(
                ByteBuf out, int sequence, int communicator, Step step, long number, Vote vote, int payloadBytes) {
            PacketKind.BALLOT.encode(out, sequence, payloadBytes);
            out.writeIntLE(communicator).writeIntLE(step.code()).writeLongLE(number);
            out.writeLongLE(vote.settled)
                    .writeIntLE(vote.round)
                    .writeIntLE(vote.flag)
                    .writeIntLE(vote.offer);
        }

        /** What it says. */
        public static Step step(ByteBuf packet) {
            return Coded.of(Step.class, packet.getIntLE(packet.readerIndex() + STEP), "step of an agreement");
        }

        /** Which agreement of the communicator. */
        public static long number(ByteBuf packet) {
            long number = packet.getLongLE(packet.readerIndex() + NUMBER);
            if (number < 0) {
                throw new ProtocolException("agreement " + number + " is negative");
            }
            return number;
        }

        /** What the sender brings, or repeats. */
        public static Vote vote(ByteBuf packet) {
            int start = packet.readerIndex();
            return new Vote(
                    packet.getIntLE(start + ROUND),
                    packet.getIntLE(start + FLAG),
                    packet.getIntLE(start + OFFER),
                    packet.getLongLE(start + SETTLED));
        }
    }
}
