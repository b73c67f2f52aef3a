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
     *  +---------------+---------------+---------------+---------------+
     *  |    settled    |     round     |     flag      |     offer     |
     *  +---------------+---------------+---------------+---------------+
     *  32              40              44              48              52
     *  |  coordinator  |    offers     |  payload
     *  +---------------+---------------+----------- - -
     *  52              56              60
     * </pre>
     * {@code number} counts the communicator's agreements, {@code settled} is the first of them that may still be asked for.
     * {@code coordinator} is the rank in whose round the step is taken. {@code round} is the rank that made the proposal which the rest
     * repeats, or -1 where that is the votes of ranks: {@code flag} to be combined by AND, {@code offer} a number for a new communicator.
     * The payload is two sets of ranks of the communicator, equally long, a bit for each rank, the lowest bit of the first byte for rank
     * 0: which ranks have failed, and which failures are acknowledged. Steps that are only words have none. Where the communicator is of
     * several jobs, {@code offers} pairs follow: a rank of the communicator, and the number that it offers for a new one of its job's.
     */
    public static final class Ballot {

        /** What it says. */
        public enum Step implements Coded {
            /** Up the tree: what I and all below me bring, or have accepted. */
            VOTE(0),
            /** Down the tree: what all votes come to. */
            PROPOSAL(1),
            /** Up the tree: I and all below me keep that; {@code round} is the coordinator's rank. */
            ACCEPTANCE(2),
            /** To ranks that may not know: all have accepted it. */
            DECISION(3),
            /** Down the tree: what do you bring to this round, with all below you? Only a word. */
            QUESTION(4),
            /** Up the tree: I have begun, and wait for ranks below me. Only a word. */
            PRESENCE(5);

            private final int code;

            Step(int code) {
                this.code = code;
            }

            @Override
            public int code() {
                return code;
            }

            /** Whether it says nothing but itself, and has no payload. */
            public boolean isWord() {
                return this == QUESTION || this == PRESENCE;
            }
        }

        /**
         * What a packet is about.
         *
         * @param step what it says
         * @param number which agreement of the communicator
         * @param coordinator the rank of the communicator in whose round that is
         */
        public record Head(Step step, long number, int coordinator) {}

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
                PacketKind.HEADER_BYTES + 2 * Integer.BYTES + 2 * Long.BYTES + 5 * Integer.BYTES;

        /** Length of an offer in the payload. */
        public static final int OFFER_BYTES = 2 * Integer.BYTES;

        /** Two sets of so many ranks as a job may well have. */
        static final int MOST_PAYLOAD_BYTES = 1 << 18;

        private static final int STEP = COMMUNICATOR + Integer.BYTES;
        private static final int NUMBER = STEP + Integer.BYTES;
        private static final int SETTLED = NUMBER + Long.BYTES;
        private static final int ROUND = SETTLED + Long.BYTES;
        private static final int FLAG = ROUND + Integer.BYTES;
        private static final int OFFER = FLAG + Integer.BYTES;
        private static final int COORDINATOR = OFFER + Integer.BYTES;
        private static final int OFFERS = COORDINATOR + Integer.BYTES;

        private Ballot() {}

        /** Writes all but the payload, which is to follow, with so many offers in it. */
        public static void encode(
                ByteBuf out, int sequence, int communicator, Head head, Vote vote, int offers, int payloadBytes) {
            PacketKind.BALLOT.encode(out, sequence, payloadBytes);
            out.writeIntLE(communicator).writeIntLE(head.step.code()).writeLongLE(head.number);
            out.writeLongLE(vote.settled)
                    .writeIntLE(vote.round)
                    .writeIntLE(vote.flag)
                    .writeIntLE(vote.offer)
                    .writeIntLE(head.coordinator)
                    .writeIntLE(offers);
        }

        /** How many offers the payload ends with. */
        public static int offers(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + OFFERS);
        }

        /** What it is about. */
        public static Head head(ByteBuf packet) {
            int start = packet.readerIndex();
            long number = packet.getLongLE(start + NUMBER);
            if (number < 0) {
                throw new ProtocolException("agreement " + number + " is negative");
            }
            return new Head(
                    Coded.of(Step.class, packet.getIntLE(start + STEP), "step of an agreement"),
                    number,
                    packet.getIntLE(start + COORDINATOR));
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
