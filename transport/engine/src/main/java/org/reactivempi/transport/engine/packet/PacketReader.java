package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * Cuts the stream of bytes of a link, or of a handshake, into packets.
 *
 * <pre>
 *         enough for the fixed part                payload begins
 *  FIXED --------------------------> onPacket ---------------------> PAYLOAD --> onPayload ...
 *    ^                                  | no payload                    | all has come
 *    +----------------------------------+-------------------------------+
 * </pre>
 * Fixed parts that arrive in pieces are collected in a small buffer; payload is never collected but handed on as it
 * comes. This is where bytes from outside are checked: kind, lengths, sequence.
 */
public final class PacketReader {

    private static final int LONGEST_FIXED_BYTES = 96;

    private final PacketHandler handler;
    private final ByteBuf pieces = Unpooled.buffer(LONGEST_FIXED_BYTES, LONGEST_FIXED_BYTES);
    private long payloadBytes;
    private int sequence;
    private boolean pausing;

    /** A reader at the start of a stream. */
    public PacketReader(PacketHandler handler) {
        this.handler = handler;
    }

    /**
     * Reads {@code in}, all of it unless somebody asks to {@link #pause}. Throws {@link ProtocolException} at the first thing
     * that is not allowed.
     */
    public void read(ByteBuf in) {
        pausing = false;
        while (in.isReadable() && !pausing) {
            if (payloadBytes > 0) {
                payload(in);
            } else if (pieces.isReadable()) {
                fixedFromPieces(in);
            } else if (!fixed(in)) {
                pieces.writeBytes(in);
            }
        }
    }

    /** Lets {@link #read} return behind the packet at hand, and leave the rest for the next call. */
    public void pause() {
        pausing = true;
    }

    /** Whether payload comes next. */
    public boolean inPayload() {
        return payloadBytes > 0;
    }

    /** The next {@code length} bytes of the payload that is due have come past this reader, straight to their place. */
    public void passed(int length) {
        payloadBytes -= length;
    }

    private void payload(ByteBuf in) {
        int length = (int) Math.min(payloadBytes, in.readableBytes());
        payloadBytes -= length;
        handler.onPayload(in, length);
        in.skipBytes(length);
    }

    /** Takes one packet's fixed part out of {@code in}; false, and nothing taken, if it isn't all there. */
    private boolean fixed(ByteBuf in) {
        int available = in.readableBytes();
        if (available < PacketHeader.LENGTH_BYTES) {
            return false;
        }
        int index = in.readerIndex();
        PacketKind kind = PacketHeader.kind(in, index);
        long payload = payloadBytes(kind, PacketHeader.bodyBytes(in, index));
        if (available < kind.fixedBytes()) {
            return false;
        }
        checkSequence(kind, PacketHeader.sequence(in, index));
        payloadBytes = payload;
        handler.onPacket(kind, in, payload);
        in.skipBytes(kind.fixedBytes());
        return true;
    }

    private void fixedFromPieces(ByteBuf in) {
        int missing = PacketHeader.LENGTH_BYTES - pieces.readableBytes();
        if (missing <= 0) {
            missing = PacketHeader.kind(pieces, 0).fixedBytes() - pieces.readableBytes();
        }
        pieces.writeBytes(in, Math.min(missing, in.readableBytes()));
        if (fixed(pieces)) {
            pieces.clear();
        }
    }

    private static long payloadBytes(PacketKind kind, long bodyBytes) {
        long payload = bodyBytes - (kind.fixedBytes() - PacketHeader.LENGTH_BYTES);
        if (bodyBytes < 0 || payload < 0 || payload > kind.maxPayloadBytes()) {
            throw new ProtocolException(kind + " packet with a body of " + bodyBytes + " bytes, allowed are "
                    + (kind.fixedBytes() - PacketHeader.LENGTH_BYTES) + " and up to " + kind.maxPayloadBytes()
                    + " more");
        }
        return payload;
    }

    private void checkSequence(PacketKind kind, int actual) {
        switch (kind) {
            case HELLO, WELCOME, REFUSAL -> {
                if (actual != 0) {
                    throw new ProtocolException(kind + " packet with sequence " + actual + ", allowed is 0");
                }
            }
            case EAGER,
                    EAGER_SYNCHRONOUS,
                    MATCHED,
                    REQUEST_TO_SEND,
                    CLEAR_TO_SEND,
                    DATA,
                    CREDIT,
                    WITHDRAW,
                    WITHDRAWN,
                    GOODBYE,
                    GOODBYE_SEEN,
                    EAGER_READY,
                    READY_TO_SEND,
                    DECLINED,
                    ACKNOWLEDGE,
                    REVOKE,
                    BALLOT,
                    ABORTED,
                    TRACE_CONTEXT,
                    STALL_QUESTION,
                    STALL_ANSWER -> {
                if (actual != sequence) {
                    throw new ProtocolException(kind + " packet has sequence " + actual + ", expected " + sequence);
                }
                sequence++;
            }
        }
    }
}
