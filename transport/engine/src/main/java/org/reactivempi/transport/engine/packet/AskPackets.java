package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.port.ProtocolException;

/** The family ASK: what ranks tell each other of questions, besides questions and answers, which are messages. */
public final class AskPackets {

    private AskPackets() {}

    /**
     * To the rank that handles a question: nobody waits for the answer any more.
     *
     * <pre>
     *  0               16              20              24
     *  +---------------+---------------+---------------+
     *  |    header     | communicator  |   question    |
     *  +---------------+---------------+---------------+
     * </pre>
     * {@code question} is the number that came with it.
     */
    public static final class Recall {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES + 2 * Integer.BYTES;

        private static final int COMMUNICATOR = PacketKind.HEADER_BYTES;
        private static final int QUESTION = COMMUNICATOR + Integer.BYTES;

        private Recall() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, int sequence, int communicator, int question) {
            PacketKind.RECALL.encode(out, sequence, 0);
            out.writeIntLE(communicator).writeIntLE(question);
        }

        /** The number of the communicator in which it was asked. */
        public static int communicator(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + COMMUNICATOR);
        }

        /** The question's number at its sender. */
        public static int question(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + QUESTION);
        }
    }

    /**
     * To the rank that has asked, once its question has been taken: the handler has given it back, or another one has it.
     *
     * <pre>
     *  0               16              20              24              28
     *  +---------------+---------------+---------------+---------------+
     *  |    header     | communicator  |   question    |     state     |
     *  +---------------+---------------+---------------+---------------+
     * </pre>
     */
    public static final class QuestionState {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES + 3 * Integer.BYTES;

        private static final int COMMUNICATOR = PacketKind.HEADER_BYTES;
        private static final int QUESTION = COMMUNICATOR + Integer.BYTES;
        private static final int STATE = QUESTION + Integer.BYTES;

        private static final int WAITS = 0;
        private static final int TAKEN = 1;

        private QuestionState() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, int sequence, int communicator, int question, boolean taken) {
            PacketKind.QUESTION_STATE.encode(out, sequence, 0);
            out.writeIntLE(communicator).writeIntLE(question).writeIntLE(taken ? TAKEN : WAITS);
        }

        /** The number of the communicator in which it was asked. */
        public static int communicator(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + COMMUNICATOR);
        }

        /** The question's number at its asker. */
        public static int question(ByteBuf packet) {
            return packet.getIntLE(packet.readerIndex() + QUESTION);
        }

        /**
         * Whether a handler has it.
         *
         * @throws ProtocolException if it is in no state that there is
         */
        public static boolean taken(ByteBuf packet) {
            int state = packet.getIntLE(packet.readerIndex() + STATE);
            if (state != WAITS && state != TAKEN) {
                throw new ProtocolException("a question can't have state " + state);
            }
            return state == TAKEN;
        }
    }
}
