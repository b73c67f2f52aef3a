package org.reactivempi.transport.engine.packet;

import static org.reactivempi.transport.engine.packet.PacketFamily.DIAGNOSIS;
import static org.reactivempi.transport.engine.packet.PacketFamily.FAILURE;
import static org.reactivempi.transport.engine.packet.PacketFamily.HANDSHAKE;
import static org.reactivempi.transport.engine.packet.PacketFamily.LINK;
import static org.reactivempi.transport.engine.packet.PacketFamily.MESSAGE;
import static org.reactivempi.transport.engine.packet.PacketKind.AfterGoodbye.FORBIDDEN;
import static org.reactivempi.transport.engine.packet.PacketKind.AfterGoodbye.HANDLED;
import static org.reactivempi.transport.engine.packet.PacketKind.AfterGoodbye.IGNORED;

import org.jspecify.annotations.Nullable;

/**
 * The kinds of packets: their codes on the wire, the families that they belong to, how long they are, and what a link does with
 * them behind the sender's goodbye.
 */
public enum PacketKind {
    /** Connector to acceptor: who I am, and whom I want. */
    HELLO(1, HANDSHAKE, Hello.LENGTH_BYTES, 0, FORBIDDEN),
    /** Acceptor to connector: welcome. */
    WELCOME(2, HANDSHAKE, Welcome.LENGTH_BYTES, 0, FORBIDDEN),
    /** Acceptor to connector: no, and why. */
    REFUSAL(3, HANDSHAKE, Refusal.LENGTH_BYTES, 0, FORBIDDEN),
    /** A short message, whole. */
    EAGER(4, MESSAGE, Eager.LENGTH_BYTES, Integer.MAX_VALUE, FORBIDDEN),
    /** A short message, whole, whose sender waits for its match. */
    EAGER_SYNCHRONOUS(5, MESSAGE, EagerAnswered.LENGTH_BYTES, Integer.MAX_VALUE, FORBIDDEN),
    /** A synchronous message has met its receive. */
    MATCHED(6, MESSAGE, SendNumber.LENGTH_BYTES, 0, FORBIDDEN),
    /** A long message is ready to be sent. */
    REQUEST_TO_SEND(7, MESSAGE, RequestToSend.LENGTH_BYTES, 0, FORBIDDEN),
    /** A long message has met its receive: send it. */
    CLEAR_TO_SEND(8, MESSAGE, ClearToSend.LENGTH_BYTES, 0, FORBIDDEN),
    /** A piece of a long message. */
    DATA(9, MESSAGE, Data.LENGTH_BYTES, Integer.MAX_VALUE, FORBIDDEN),
    /** Room for more short messages. */
    CREDIT(10, MESSAGE, Credit.LENGTH_BYTES, 0, IGNORED),
    /** Take back a message that no receive has met yet. */
    WITHDRAW(11, MESSAGE, SendNumber.LENGTH_BYTES, 0, FORBIDDEN),
    /** The message is gone; no receive will meet it. */
    WITHDRAWN(12, MESSAGE, SendNumber.LENGTH_BYTES, 0, IGNORED),
    /** Nothing more will come that wants an answer. */
    GOODBYE(13, LINK, Goodbye.LENGTH_BYTES, 0, FORBIDDEN),
    /** All that came before the goodbye has been read. */
    GOODBYE_SEEN(14, LINK, Goodbye.LENGTH_BYTES, 0, HANDLED),
    /** A short message, whole, for a receive that waits already. */
    EAGER_READY(15, MESSAGE, EagerAnswered.LENGTH_BYTES, Integer.MAX_VALUE, FORBIDDEN),
    /** A long message for a receive that waits already is ready to be sent. */
    READY_TO_SEND(16, MESSAGE, RequestToSend.LENGTH_BYTES, 0, FORBIDDEN),
    /** The message was dropped; no receive will meet it. */
    DECLINED(17, MESSAGE, Declined.LENGTH_BYTES, 0, IGNORED),
    /** How much of the stream has come. */
    ACKNOWLEDGE(18, LINK, Acknowledge.LENGTH_BYTES, 0, HANDLED),
    /** A communicator is revoked. */
    REVOKE(19, FAILURE, Revoke.LENGTH_BYTES, 0, IGNORED),
    /** A step of an agreement. */
    BALLOT(20, FAILURE, Ballot.LENGTH_BYTES, Ballot.MOST_PAYLOAD_BYTES, IGNORED),
    /** The rest will never come. */
    ABORTED(21, LINK, Goodbye.LENGTH_BYTES, 0, HANDLED),
    /** To which trace the next message belongs. */
    TRACE_CONTEXT(22, MESSAGE, TraceContext.LENGTH_BYTES, TraceContext.MOST_PAYLOAD_BYTES, FORBIDDEN),
    /** How is it with you? */
    STALL_QUESTION(23, DIAGNOSIS, StallQuestion.LENGTH_BYTES, 0, IGNORED),
    /** What a rank has found, looking at itself. */
    STALL_ANSWER(24, DIAGNOSIS, StallAnswer.LENGTH_BYTES, StallAnswer.MOST_PAYLOAD_BYTES, IGNORED);

    /** What happens to a packet that comes when its sender has said goodbye, or when the link has ended. */
    public enum AfterGoodbye {
        /** It is a breach. */
        FORBIDDEN,
        /** It may have been on its way, and nobody waits for it any more. */
        IGNORED,
        /** It is handled as before. */
        HANDLED
    }

    private static final @Nullable PacketKind[] BY_CODE = byCode();

    private final byte code;
    private final PacketFamily family;
    private final int fixedBytes;
    private final long maxPayloadBytes;
    private final AfterGoodbye afterGoodbye;

    PacketKind(int code, PacketFamily family, int fixedBytes, long maxPayloadBytes, AfterGoodbye afterGoodbye) {
        this.code = (byte) code;
        this.family = family;
        this.fixedBytes = fixedBytes;
        this.maxPayloadBytes = maxPayloadBytes;
        this.afterGoodbye = afterGoodbye;
    }

    /** Which handler takes it. */
    public PacketFamily family() {
        return family;
    }

    /** What happens to it behind a goodbye. */
    public AfterGoodbye afterGoodbye() {
        return afterGoodbye;
    }

    /** Whether its payload may be in the memory of the sender's user, who gets it back when the receiver says that it has come. */
    public boolean mayHoldMemory() {
        return this == DATA;
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

    static PacketKind of(byte code) {
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
