package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.port.EngineException.CommunicatorRevokedException;
import org.reactivempi.transport.engine.port.EngineException.DeclinedException;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * The family MESSAGE: messages from rank to rank, whole, or announced and then sent in pieces, and what their receiver answers.
 *
 * <p>Each id means something only to the side that made it; the other returns it unread.
 */
public final class MessagePackets {

    private MessagePackets() {}

    /**
     * What a message is matched by; follows the header in every packet that brings or announces one.
     *
     * <pre>
     *  16              20              24              28
     *  +---------------+---------------+---------------+
     *  |    context    |    source     |      tag      |
     *  +---------------+---------------+---------------+
     * </pre>
     * {@code context} numbers the communicator, {@code source} is the sender's rank in it.
     */
    public static final class Envelope {

        static final int LENGTH_BYTES = 3 * Integer.BYTES;

        private static final int CONTEXT = PacketKind.HEADER_BYTES;
        private static final int SOURCE = CONTEXT + Integer.BYTES;
        private static final int TAG = SOURCE + Integer.BYTES;
        private static final int SEND_ID = CONTEXT + LENGTH_BYTES;

        private Envelope() {}

        private static ByteBuf encode(ByteBuf out, int context, int source, int tag) {
            return out.writeIntLE(context).writeIntLE(source).writeIntLE(tag);
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

        /** The sender's number for the message, which follows the envelope in all of these packets but EAGER. */
        public static long sendId(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + SEND_ID);
        }
    }

    /**
     * A short message, whole. Its sender is done as soon as it is copied here.
     *
     * <pre>
     *  0               16              28
     *  +---------------+---------------+----------- - -
     *  |    header     |   Envelope    |  payload
     *  +---------------+---------------+----------- - -
     * </pre>
     */
    public static final class Eager {

        /** Length before the payload. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES + Envelope.LENGTH_BYTES;

        private Eager() {}

        /** Writes all but the payload, which is to follow. */
        public static void encode(ByteBuf out, int sequence, int context, int source, int tag, long payloadBytes) {
            PacketKind.EAGER.encode(out, sequence, payloadBytes);
            Envelope.encode(out, context, source, tag);
        }
    }

    /**
     * EAGER_SYNCHRONOUS: a short message, whole, whose sender waits until a receive has met it and MATCHED says so.
     *
     * <p>EAGER_READY: the same, for a receive that waits already; else {@link Declined} says that none does.
     *
     * <pre>
     *  0               16              28              36
     *  +---------------+---------------+---------------+----------- - -
     *  |    header     |   Envelope    |    sendId     |  payload
     *  +---------------+---------------+---------------+----------- - -
     * </pre>
     */
    public static final class EagerAnswered {

        /** Length before the payload. */
        public static final int LENGTH_BYTES = Eager.LENGTH_BYTES + Long.BYTES;

        private EagerAnswered() {}

        /** Writes all of a packet of one of the two kinds but the payload, which is to follow. */
        public static void encode(
                ByteBuf out,
                PacketKind kind,
                int sequence,
                int context,
                int source,
                int tag,
                long sendId,
                long payloadBytes) {
            kind.encode(out, sequence, payloadBytes);
            Envelope.encode(out, context, source, tag).writeLongLE(sendId);
        }
    }

    /**
     * REQUEST_TO_SEND, sender to receiver: a message is ready; tell me when a receive has met it.
     *
     * <p>READY_TO_SEND: the same, for a receive that waits already. {@link ClearToSend} asks for it, or {@link Declined} says that none
     * waits.
     *
     * <pre>
     *  0               16              28              36              44
     *  +---------------+---------------+---------------+---------------+
     *  |    header     |   Envelope    |    sendId     |  lengthBytes  |
     *  +---------------+---------------+---------------+---------------+
     * </pre>
     */
    public static final class RequestToSend {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = EagerAnswered.LENGTH_BYTES + Long.BYTES;

        private static final int MESSAGE_BYTES = EagerAnswered.LENGTH_BYTES;

        private RequestToSend() {}

        /** Writes a packet of one of the two kinds. */
        public static void encode(
                ByteBuf out,
                PacketKind kind,
                int sequence,
                int context,
                int source,
                int tag,
                long sendId,
                long lengthBytes) {
            kind.encode(out, sequence, 0);
            Envelope.encode(out, context, source, tag).writeLongLE(sendId).writeLongLE(lengthBytes);
        }

        /** How long the message is, 0 or more. */
        public static long lengthBytes(ByteBuf packet) {
            long length = packet.getLongLE(packet.readerIndex() + MESSAGE_BYTES);
            if (length < 0) {
                throw new ProtocolException("message length " + length + " is negative");
            }
            return length;
        }
    }

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
     *  |    header     |    sendId     |
     *  +---------------+---------------+
     * </pre>
     * {@link ClearToSend} and {@link Declined} begin like these.
     */
    public static final class SendNumber {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES + Long.BYTES;

        private static final int SEND_ID = PacketKind.HEADER_BYTES;

        private SendNumber() {}

        /** Writes a packet of one of the three kinds. */
        public static void encode(ByteBuf out, PacketKind kind, int sequence, long sendId) {
            kind.encode(out, sequence, 0);
            out.writeLongLE(sendId);
        }

        /** The sender's number for the message. */
        public static long sendId(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + SEND_ID);
        }
    }

    /**
     * Receiver to sender: your {@link RequestToSend} has met its receive, send the data.
     *
     * <pre>
     *  0               16              24              32              40
     *  +---------------+---------------+---------------+---------------+
     *  |    header     |    sendId     |   receiveId   |  acceptBytes  |
     *  +---------------+---------------+---------------+---------------+
     * </pre>
     * {@code acceptBytes} is how much of the message to send: all of it, or nothing where the receive has too little room and
     * fails.
     */
    public static final class ClearToSend {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = SendNumber.LENGTH_BYTES + 2 * Long.BYTES;

        private static final int RECEIVE_ID = SendNumber.LENGTH_BYTES;
        private static final int ACCEPT_BYTES = RECEIVE_ID + Long.BYTES;

        private ClearToSend() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, int sequence, long sendId, long receiveId, long acceptBytes) {
            SendNumber.encode(out, PacketKind.CLEAR_TO_SEND, sequence, sendId);
            out.writeLongLE(receiveId).writeLongLE(acceptBytes);
        }

        /** The receiver's number for the message. */
        public static long receiveId(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + RECEIVE_ID);
        }

        /** How much of the message to send. */
        public static long acceptBytes(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + ACCEPT_BYTES);
        }
    }

    /**
     * Receiver to sender: I have dropped your message, and no receive will meet it.
     *
     * <pre>
     *  0               16              24              28
     *  +---------------+---------------+---------------+
     *  |    header     |    sendId     |    reason     |
     *  +---------------+---------------+---------------+
     * </pre>
     */
    public static final class Declined {

        /** Why a message is dropped. */
        public enum Reason implements Coded {
            /** It was a ready message, and no receive waited for it. */
            NOT_READY(0),
            /** Its communicator was freed before a receive met it. */
            FREED(1),
            /** Its communicator is revoked. */
            REVOKED(2),
            /** Its communicator has another process in the sender's place. */
            RETURNED(3);

            private final int code;

            Reason(int code) {
                this.code = code;
            }

            @Override
            public int code() {
                return code;
            }

            /** Why a send to a rank ends that was declined so. */
            public RuntimeException failure(int rank) {
                return switch (this) {
                    case NOT_READY, FREED -> new DeclinedException(rank, toString(), this == FREED);
                    case REVOKED -> new CommunicatorRevokedException();
                    case RETURNED ->
                        new PeerLostException(rank, "has had another process as this rank in that communicator", null);
                };
            }
        }

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = SendNumber.LENGTH_BYTES + Integer.BYTES;

        private static final int REASON = SendNumber.LENGTH_BYTES;

        private Declined() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, int sequence, long sendId, Reason reason) {
            SendNumber.encode(out, PacketKind.DECLINED, sequence, sendId);
            out.writeIntLE(reason.code());
        }

        /** Why. */
        public static Reason reason(ByteBuf packet) {
            return Coded.of(Reason.class, packet.getIntLE(packet.readerIndex() + REASON), "reason to decline");
        }
    }

    /**
     * Sender to receiver: the next piece of a message that was cleared to send.
     *
     * <pre>
     *  0               16              24              32
     *  +---------------+---------------+---------------+----------- - -
     *  |    header     |   receiveId   |    offset     |  payload
     *  +---------------+---------------+---------------+----------- - -
     * </pre>
     * Pieces of one message come in order and without gaps; {@code offset} is where the payload belongs in the message.
     */
    public static final class Data {

        /** Length before the payload. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES + 2 * Long.BYTES;

        private static final int RECEIVE_ID = PacketKind.HEADER_BYTES;
        private static final int OFFSET = RECEIVE_ID + Long.BYTES;

        private Data() {}

        /** Writes all but the payload, which is to follow. */
        public static void encode(ByteBuf out, int sequence, long receiveId, long offset, long payloadBytes) {
            PacketKind.DATA.encode(out, sequence, payloadBytes);
            out.writeLongLE(receiveId).writeLongLE(offset);
        }

        /** The receiver's number for the message. */
        public static long receiveId(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + RECEIVE_ID);
        }

        /** Where the payload belongs in the message. */
        public static long offset(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + OFFSET);
        }
    }

    /**
     * In place of a short message of any kind whose sender could not read its memory: matched like an {@link Eager} one without payload,
     * and costs as much credit. Its receive fails; its sender waits for nothing.
     *
     * <pre>
     *  0               16              28
     *  +---------------+---------------+
     *  |    header     |   Envelope    |
     *  +---------------+---------------+
     * </pre>
     */
    public static final class Unreadable {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES + Envelope.LENGTH_BYTES;

        private Unreadable() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, int sequence, int context, int source, int tag) {
            PacketKind.UNREADABLE.encode(out, sequence, 0);
            Envelope.encode(out, context, source, tag);
        }
    }

    /**
     * In place of the rest of a message, after any number of pieces of {@link Data} but the last: its sender could not read its memory.
     * Its receive fails.
     *
     * <pre>
     *  0               16              24
     *  +---------------+---------------+
     *  |    header     |   receiveId   |
     *  +---------------+---------------+
     * </pre>
     */
    public static final class UnreadableData {

        /** Length of the whole packet. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES + Long.BYTES;

        private static final int RECEIVE_ID = PacketKind.HEADER_BYTES;

        private UnreadableData() {}

        /** Writes the packet. */
        public static void encode(ByteBuf out, int sequence, long receiveId) {
            PacketKind.UNREADABLE_DATA.encode(out, sequence, 0);
            out.writeLongLE(receiveId);
        }

        /** The receiver's number for the message. */
        public static long receiveId(ByteBuf packet) {
            return packet.getLongLE(packet.readerIndex() + RECEIVE_ID);
        }
    }

    /**
     * To which trace the next message on this link belongs that is announced, or sent whole.
     *
     * <pre>
     *  0               16
     *  +---------------+----------- - -
     *  |    header     |  payload
     *  +---------------+----------- - -
     * </pre>
     * The payload is keys and values in turn, in UTF-8, a zero byte after each. Sent only where traces are on; a receiver that doesn't
     * trace passes over it.
     */
    public static final class TraceContext {

        /** Length before the payload. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES;

        /** The context of a trace is short. */
        public static final int MOST_PAYLOAD_BYTES = 8192;

        private TraceContext() {}

        /** Writes all but the payload, which is to follow. */
        public static void encode(ByteBuf out, int sequence, int payloadBytes) {
            PacketKind.TRACE_CONTEXT.encode(out, sequence, payloadBytes);
        }
    }

    /**
     * What the elements are of the next message on this link that is announced, or sent whole.
     *
     * <pre>
     *  0               16
     *  +---------------+----------- - -
     *  |    header     |  payload
     *  +---------------+----------- - -
     * </pre>
     * The payload is of the layer above, which sends it only where types are checked; a receive that doesn't check passes over it.
     */
    public static final class Signature {

        /** Length before the payload. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES;

        /** A signature is short. */
        public static final int MOST_PAYLOAD_BYTES = 1024;

        private Signature() {}

        /** Writes all but the payload, which is to follow. */
        public static void encode(ByteBuf out, int sequence, int payloadBytes) {
            PacketKind.SIGNATURE.encode(out, sequence, payloadBytes);
        }
    }
}
