package org.reactivempi.transport.engine.packet;

import static org.reactivempi.transport.engine.packet.PacketKind.AfterGoodbye.FORBIDDEN;
import static org.reactivempi.transport.engine.packet.PacketKind.AfterGoodbye.HANDLED;
import static org.reactivempi.transport.engine.packet.PacketKind.AfterGoodbye.IGNORED;
import static org.reactivempi.transport.engine.packet.PacketKind.Family.ASK;
import static org.reactivempi.transport.engine.packet.PacketKind.Family.DIAGNOSIS;
import static org.reactivempi.transport.engine.packet.PacketKind.Family.EXTENSION;
import static org.reactivempi.transport.engine.packet.PacketKind.Family.FAILURE;
import static org.reactivempi.transport.engine.packet.PacketKind.Family.HANDSHAKE;
import static org.reactivempi.transport.engine.packet.PacketKind.Family.LINK;
import static org.reactivempi.transport.engine.packet.PacketKind.Family.MEMBERSHIP;
import static org.reactivempi.transport.engine.packet.PacketKind.Family.MESSAGE;
import static org.reactivempi.transport.engine.packet.PacketKind.Family.WINDOW;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * The kinds of packets: their codes on the wire, the families that they belong to, how long they are, and what a link does with
 * them after the sender's goodbye. Every packet begins with a header, which says its kind:
 *
 * <pre>
 *  0      1                4                8                               16
 *  +------+----------------+----------------+-------------------------------+
 *  | kind |  zero          |   sequence     |          bodyBytes            |
 *  +------+----------------+----------------+-------------------------------+
 * </pre>
 * {@code sequence} counts the packets of one direction of a link from 0 on and wraps; handshake packets have 0.
 * {@code bodyBytes} is all that follows the header, fields and payload.
 */
public enum PacketKind {
    /** Connector to acceptor: who I am, and whom I want. */
    HELLO(1, HANDSHAKE, HandshakePackets.Hello.LENGTH_BYTES, 0, FORBIDDEN),
    /** Acceptor to connector: welcome. */
    WELCOME(2, HANDSHAKE, HandshakePackets.Welcome.LENGTH_BYTES, 0, FORBIDDEN),
    /** Acceptor to connector: no, and why. */
    REFUSAL(3, HANDSHAKE, HandshakePackets.Refusal.LENGTH_BYTES, 0, FORBIDDEN),
    /** A short message, whole. */
    EAGER(4, MESSAGE, MessagePackets.Eager.LENGTH_BYTES, Integer.MAX_VALUE, FORBIDDEN),
    /** A short message, whole, whose sender waits for its match. */
    EAGER_SYNCHRONOUS(5, MESSAGE, MessagePackets.EagerAnswered.LENGTH_BYTES, Integer.MAX_VALUE, FORBIDDEN),
    /** A synchronous message has met its receive. */
    MATCHED(6, MESSAGE, MessagePackets.SendNumber.LENGTH_BYTES, 0, FORBIDDEN),
    /** A long message is ready to be sent. */
    REQUEST_TO_SEND(7, MESSAGE, MessagePackets.RequestToSend.LENGTH_BYTES, 0, FORBIDDEN),
    /** A long message has met its receive: send it. */
    CLEAR_TO_SEND(8, MESSAGE, MessagePackets.ClearToSend.LENGTH_BYTES, 0, FORBIDDEN),
    /** A piece of a long message. */
    DATA(9, MESSAGE, MessagePackets.Data.LENGTH_BYTES, Integer.MAX_VALUE, FORBIDDEN),
    /** Room for more short messages. */
    CREDIT(10, Family.CREDIT, CreditPackets.Credit.LENGTH_BYTES, 0, IGNORED),
    /** Take back a message that no receive has met yet. */
    WITHDRAW(11, MESSAGE, MessagePackets.SendNumber.LENGTH_BYTES, 0, FORBIDDEN),
    /** The message is gone; no receive will meet it. */
    WITHDRAWN(12, MESSAGE, MessagePackets.SendNumber.LENGTH_BYTES, 0, IGNORED),
    /** Nothing more will come that wants an answer. */
    GOODBYE(13, LINK, LinkPackets.Goodbye.LENGTH_BYTES, 0, FORBIDDEN),
    /** All that came before the goodbye has been read. */
    GOODBYE_SEEN(14, LINK, LinkPackets.Goodbye.LENGTH_BYTES, 0, HANDLED),
    /** A short message, whole, for a receive that waits already. */
    EAGER_READY(15, MESSAGE, MessagePackets.EagerAnswered.LENGTH_BYTES, Integer.MAX_VALUE, FORBIDDEN),
    /** A long message for a receive that waits already is ready to be sent. */
    READY_TO_SEND(16, MESSAGE, MessagePackets.RequestToSend.LENGTH_BYTES, 0, FORBIDDEN),
    /** The message was dropped; no receive will meet it. */
    DECLINED(17, MESSAGE, MessagePackets.Declined.LENGTH_BYTES, 0, IGNORED),
    /** How much of the stream has come. */
    ACKNOWLEDGE(18, LINK, LinkPackets.Acknowledge.LENGTH_BYTES, 0, HANDLED),
    /** A communicator is revoked. */
    REVOKE(19, FAILURE, FailurePackets.Revoke.LENGTH_BYTES, 0, IGNORED),
    /** A step of an agreement. */
    BALLOT(20, FAILURE, FailurePackets.Ballot.LENGTH_BYTES, FailurePackets.Ballot.MOST_PAYLOAD_BYTES, IGNORED),
    /** The rest will never come. */
    ABORTED(21, LINK, LinkPackets.Goodbye.LENGTH_BYTES, 0, HANDLED),
    /** To which trace the next message belongs. */
    TRACE_CONTEXT(
            22,
            MESSAGE,
            MessagePackets.TraceContext.LENGTH_BYTES,
            MessagePackets.TraceContext.MOST_PAYLOAD_BYTES,
            FORBIDDEN),
    /** How is it with you? */
    STALL_QUESTION(23, DIAGNOSIS, DiagnosisPackets.StallQuestion.LENGTH_BYTES, 0, IGNORED),
    /** What a rank has found, looking at itself. */
    STALL_ANSWER(
            24,
            DIAGNOSIS,
            DiagnosisPackets.StallAnswer.LENGTH_BYTES,
            DiagnosisPackets.StallAnswer.MOST_PAYLOAD_BYTES,
            IGNORED),
    /** Nobody waits for the answer to a question any more. */
    RECALL(25, ASK, AskPackets.Recall.LENGTH_BYTES, 0, IGNORED),
    /** What the elements of the next message are. */
    SIGNATURE(
            26, MESSAGE, MessagePackets.Signature.LENGTH_BYTES, MessagePackets.Signature.MOST_PAYLOAD_BYTES, FORBIDDEN),
    /** A step in which all ranks find each other again. */
    ROLL_CALL(27, MEMBERSHIP, MembershipPackets.RollCall.LENGTH_BYTES, MembershipPackets.MOST_PAYLOAD_BYTES, IGNORED),
    /** Whether a handler has a question, or it waits for one. */
    QUESTION_STATE(28, ASK, AskPackets.QuestionState.LENGTH_BYTES, 0, IGNORED),
    /** The sender takes the receiver for failed. */
    GIVEN_UP(29, LINK, LinkPackets.Goodbye.LENGTH_BYTES, 0, HANDLED),
    /** A short message, whose sender could not read its memory. */
    UNREADABLE(30, MESSAGE, MessagePackets.Unreadable.LENGTH_BYTES, 0, FORBIDDEN),
    /** The rest of a long message does not come, since its sender could not read its memory. */
    UNREADABLE_DATA(31, MESSAGE, MessagePackets.UnreadableData.LENGTH_BYTES, 0, FORBIDDEN),
    /** Which families of other layers the sender has. */
    FAMILIES(
            32,
            EXTENSION,
            ExtensionPackets.Families.LENGTH_BYTES,
            ExtensionPackets.Families.MOST_PAYLOAD_BYTES,
            IGNORED),
    /** A packet of a family of another layer. */
    EXTENDED(33, EXTENSION, ExtensionPackets.Extended.LENGTH_BYTES, Integer.MAX_VALUE, IGNORED),
    /** Which processes the sender has seen, or heard of. */
    SIGHTINGS(34, MEMBERSHIP, MembershipPackets.Sightings.LENGTH_BYTES, MembershipPackets.MOST_PAYLOAD_BYTES, IGNORED),
    /** Write this to a window's memory. */
    PUT(35, WINDOW, WindowPackets.Put.LENGTH_BYTES, Integer.MAX_VALUE, IGNORED),
    /** Send a part of a window's memory. */
    GET(36, WINDOW, WindowPackets.Get.LENGTH_BYTES, 0, IGNORED),
    /** What was asked for, or a piece of it. */
    GOT(37, WINDOW, WindowPackets.Got.LENGTH_BYTES, Integer.MAX_VALUE, IGNORED),
    /** Combine this with elements of a window's memory. */
    ACCUMULATE(38, WINDOW, WindowPackets.Accumulate.LENGTH_BYTES, WindowPackets.Accumulate.MOST_PAYLOAD_BYTES, IGNORED),
    /** Replace an element of a window's memory if it is the expected one. */
    COMPARE_AND_SWAP(39, WINDOW, WindowPackets.CompareAndSwap.LENGTH_BYTES, 0, IGNORED),
    /** Say when all that came before is done. */
    FLUSH(40, WINDOW, WindowPackets.Request.LENGTH_BYTES, 0, IGNORED),
    /** Say when a lock is held. */
    LOCK(41, WINDOW, WindowPackets.Lock.LENGTH_BYTES, 0, IGNORED),
    /** A lock is given back, or not wanted any more. */
    UNLOCK(42, WINDOW, WindowPackets.Request.LENGTH_BYTES, 0, IGNORED),
    /** The receiver may access the sender's memory. */
    POST(43, WINDOW, WindowPackets.Notice.LENGTH_BYTES, 0, IGNORED),
    /** The sender has ended its access. */
    COMPLETE(44, WINDOW, WindowPackets.Notice.LENGTH_BYTES, 0, IGNORED),
    /** What was asked for is done, or the lock is held. */
    DONE(45, WINDOW, WindowPackets.Done.LENGTH_BYTES, 0, IGNORED),
    /** Something was not done, and why. */
    REFUSED(46, WINDOW, WindowPackets.Refused.LENGTH_BYTES, WindowPackets.Refused.MOST_PAYLOAD_BYTES, IGNORED),
    /** Who holds a lock that is wanted. */
    HELD(47, WINDOW, WindowPackets.Held.LENGTH_BYTES, 0, IGNORED),
    /** All is done that came before, and the receiver is to know. */
    NOTIFY(48, WINDOW, WindowPackets.Notify.LENGTH_BYTES, WindowPackets.Notify.MOST_PAYLOAD_BYTES, IGNORED),
    /** What has come of that was taken, and more may come. */
    TAKEN(49, WINDOW, WindowPackets.Taken.LENGTH_BYTES, 0, IGNORED),
    /** The sender has come to a fence. */
    FENCE(50, WINDOW, WindowPackets.Notice.LENGTH_BYTES, 0, IGNORED),
    /** The fence is over at the sender: what follows it may come. */
    OPEN(51, WINDOW, WindowPackets.Notice.LENGTH_BYTES, 0, IGNORED),
    /** Write this to parts of a window's memory that have one length and lie at equal distances. */
    PUT_RUNS(52, WINDOW, WindowPackets.PutRuns.LENGTH_BYTES, WindowPackets.PutRuns.MOST_PAYLOAD_BYTES, IGNORED),
    /** Send such parts of a window's memory. */
    GET_RUNS(53, WINDOW, WindowPackets.GetRuns.LENGTH_BYTES, 0, IGNORED),
    /** Combine this with elements in such parts of a window's memory. */
    ACCUMULATE_RUNS(
            54,
            WINDOW,
            WindowPackets.AccumulateRuns.LENGTH_BYTES,
            WindowPackets.Accumulate.MOST_PAYLOAD_BYTES,
            IGNORED),
    /** What two processes say to each other that have no communicator in common yet. */
    MEETING(
            55,
            Family.MEETING,
            MeetingPackets.Meeting.LENGTH_BYTES,
            MeetingPackets.Meeting.MOST_PAYLOAD_BYTES,
            IGNORED);

    /**
     * Packets that belong together: each family has one handler at a link, which takes all of its kinds.
     *
     * <p>A family of a package of the engine needs a constant here, its kinds above, and one registration where the engine is
     * put together. One of a layer above is a {@link org.reactivempi.transport.engine.port.PacketFamily}, and all of these travel as EXTENSION.
     */
    public enum Family {
        /** The greetings, before a connection carries a part of the link's streams. */
        HANDSHAKE(false, true),
        /** The link itself: how much has come, and its end. */
        LINK(true, true),
        /** Room for what all families send unasked. */
        CREDIT(true, false),
        /** Messages from rank to rank. */
        MESSAGE(true, false),
        /** Failed ranks: revocations and agreements. */
        FAILURE(true, false),
        /** Ranks that come and go: who is there, and roll calls. */
        MEMBERSHIP(true, false),
        /** What ranks that wait ask each other. */
        DIAGNOSIS(true, true),
        /** Questions, besides the messages that they are. */
        ASK(true, false),
        /** Packets of families that layers above have added. */
        EXTENSION(true, false),
        /** Windows: memory of a rank that others read and write. */
        WINDOW(true, false),
        /** Ports: what makes a communicator of processes that have none in common. */
        MEETING(true, false);

        private final boolean numbered;
        private final boolean aside;

        Family(boolean numbered, boolean aside) {
            this.numbered = numbered;
            this.aside = aside;
        }

        /** Whether its packets are counted by their sequence numbers; those of others all have the number 0. */
        public boolean isNumbered() {
            return numbered;
        }

        /** Whether its packets say nothing of any message or rank, so that none of them lets a rank that waits go on. */
        public boolean isAside() {
            return aside;
        }
    }

    /** What happens to a packet that comes when its sender has said goodbye, or when the link has ended. */
    public enum AfterGoodbye {
        /** It is a breach. */
        FORBIDDEN,
        /** It may have been on its way, and nobody waits for it any more. */
        IGNORED,
        /** It is handled as before. */
        HANDLED
    }

    static final int HEADER_BYTES = 16;

    /** What is shorter is copied where it is sent, except in pieces of messages. */
    public static final int LEAST_HELD_BYTES = 16 * 1024;

    private static final int SEQUENCE = 4;
    private static final int BODY_BYTES = 8;

    private static final @Nullable PacketKind[] BY_CODE = byCode();

    private final byte code;
    private final Family family;
    private final int fixedBytes;
    private final long maxPayloadBytes;
    private final AfterGoodbye afterGoodbye;

    PacketKind(int code, Family family, int fixedBytes, long maxPayloadBytes, AfterGoodbye afterGoodbye) {
        this.code = (byte) code;
        this.family = family;
        this.fixedBytes = fixedBytes;
        this.maxPayloadBytes = maxPayloadBytes;
        this.afterGoodbye = afterGoodbye;
    }

    /** Which handler takes it. */
    public Family family() {
        return family;
    }

    /** What happens to it after a goodbye. */
    public AfterGoodbye afterGoodbye() {
        return afterGoodbye;
    }

    /**
     * Whether its payload may be in the memory of the sender's user, who gets it back when the receiver says that it has come.
     *
     * @param payloadBytes how long it is
     */
    public boolean mayHoldMemory(long payloadBytes) {
        return this == DATA || (this == PUT || this == GOT) && payloadBytes >= LEAST_HELD_BYTES;
    }

    byte code() {
        return code;
    }

    /** Header and fields, without payload. */
    int fixedBytes() {
        return fixedBytes;
    }

    long maxPayloadBytes() {
        return maxPayloadBytes;
    }

    /** Writes the header of a packet of this kind. */
    void encode(ByteBuf out, int sequence, long payloadBytes) {
        out.writeIntLE(code).writeIntLE(sequence).writeLongLE(fixedBytes - HEADER_BYTES + payloadBytes);
    }

    /** The kind of the packet whose header is at {@code index}. */
    static PacketKind at(ByteBuf packet, int index) {
        return of(packet.getByte(index));
    }

    /** The number of the packet whose header is at {@code index}. */
    static int sequence(ByteBuf packet, int index) {
        return packet.getIntLE(index + SEQUENCE);
    }

    /** How much follows the header at {@code index}. */
    static long bodyBytes(ByteBuf packet, int index) {
        return packet.getLongLE(index + BODY_BYTES);
    }

    private static PacketKind of(byte code) {
        PacketKind kind = code < 0 || code >= BY_CODE.length ? null : BY_CODE[code];
        if (kind == null) {
            throw new ProtocolException("packet kind " + (code & 0xff) + " is unknown");
        }
        return kind;
    }

    private static @Nullable PacketKind[] byCode() {
        PacketKind[] kinds = values();
        @Nullable PacketKind[] byCode = new PacketKind[kinds[kinds.length - 1].code + 1];
        for (PacketKind kind : kinds) {
            byCode[kind.code] = kind;
        }
        return byCode;
    }
}
