package org.reactivempi.transport.engine.packet;

import org.jspecify.annotations.Nullable;

/** The kinds of packets, their codes on the wire, and how long they are before their payload. */
public enum PacketKind {
    /** Connector to acceptor: who I am, and whom I want. */
    HELLO(1, Hello.LENGTH_BYTES, 0),
    /** Acceptor to connector: welcome. */
    WELCOME(2, Welcome.LENGTH_BYTES, 0),
    /** Acceptor to connector: no, and why. */
    REFUSAL(3, Refusal.LENGTH_BYTES, 0),
    /** A short message, whole. */
    EAGER(4, Eager.LENGTH_BYTES, Integer.MAX_VALUE),
    /** A short message, whole, whose sender waits for its match. */
    EAGER_SYNCHRONOUS(5, EagerSynchronous.LENGTH_BYTES, Integer.MAX_VALUE),
    /** A synchronous message has met its receive. */
    MATCHED(6, Matched.LENGTH_BYTES, 0),
    /** A long message is ready to be sent. */
    REQUEST_TO_SEND(7, RequestToSend.LENGTH_BYTES, 0),
    /** A long message has met its receive: send it. */
    CLEAR_TO_SEND(8, ClearToSend.LENGTH_BYTES, 0),
    /** A piece of a long message. */
    DATA(9, Data.LENGTH_BYTES, Integer.MAX_VALUE),
    /** Room for more short messages. */
    CREDIT(10, Credit.LENGTH_BYTES, 0),
    /** Take back a message that no receive has met yet. */
    WITHDRAW(11, Withdraw.LENGTH_BYTES, 0),
    /** The message is gone; no receive will meet it. */
    WITHDRAWN(12, Withdrawn.LENGTH_BYTES, 0),
    /** Nothing more will come that wants an answer. */
    GOODBYE(13, Goodbye.LENGTH_BYTES, 0),
    /** All that came before the goodbye has been read. */
    GOODBYE_SEEN(14, GoodbyeSeen.LENGTH_BYTES, 0),
    /** A short message, whole, for a receive that waits already. */
    EAGER_READY(15, EagerReady.LENGTH_BYTES, Integer.MAX_VALUE),
    /** A long message for a receive that waits already is ready to be sent. */
    READY_TO_SEND(16, ReadyToSend.LENGTH_BYTES, 0),
    /** The message was dropped; no receive will meet it. */
    DECLINED(17, Declined.LENGTH_BYTES, 0),
    /** How much of the stream has come. */
    ACKNOWLEDGE(18, Acknowledge.LENGTH_BYTES, 0),
    /** A communicator is revoked. */
    REVOKE(19, Revoke.LENGTH_BYTES, 0),
    /** A step of an agreement. */
    BALLOT(20, Ballot.LENGTH_BYTES, Ballot.MOST_PAYLOAD_BYTES),
    /** The rest will never come. */
    ABORTED(21, Aborted.LENGTH_BYTES, 0),
    /** To which trace the next message belongs. */
    TRACE_CONTEXT(22, TraceContext.LENGTH_BYTES, TraceContext.MOST_PAYLOAD_BYTES),
    /** How is it with you? */
    STALL_QUESTION(23, StallQuestion.LENGTH_BYTES, 0),
    /** What a rank has found, looking at itself. */
    STALL_ANSWER(24, StallAnswer.LENGTH_BYTES, StallAnswer.MOST_PAYLOAD_BYTES);

    private static final @Nullable PacketKind[] BY_CODE = byCode();

    private final byte code;
    private final int fixedBytes;
    private final long maxPayloadBytes;

    PacketKind(int code, int fixedBytes, long maxPayloadBytes) {
        this.code = (byte) code;
        this.fixedBytes = fixedBytes;
        this.maxPayloadBytes = maxPayloadBytes;
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
