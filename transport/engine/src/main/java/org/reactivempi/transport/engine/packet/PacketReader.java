package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Lending.Payload;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.port.ProtocolException;

/**
 * Cuts the stream of bytes of a link, or of a handshake, into packets, and brings payload to where it belongs.
 *
 * <pre>
 *         enough for the fixed part              a sink, and payload for it
 *  FIXED --------------------------&gt; onPacket ---------------------&gt; PAYLOAD --&gt; take, place and placed ...
 *    ^                                  | no payload                    | all has come: complete
 *    +----------------------------------+-------------------------------+
 * </pre>
 * Fixed parts that arrive in pieces are collected in a small buffer; payload is never collected but handed on as it comes, or
 * put into its place by the carrier. This is where bytes from outside are checked: kind, lengths, sequence.
 */
public final class PacketReader {

    private static final int LONGEST_FIXED_BYTES = 96;

    /** So much of a payload is copied with its header, if the rest is to be placed. */
    private static final int HEADER_AND_SOME_BYTES = 4 * 1024;

    private final PacketHandler handler;
    /** Empty before the first fixed part that comes in pieces. */
    private ByteBuf pieces = Unpooled.EMPTY_BUFFER;

    private PayloadSink sink = PayloadSink.NOWHERE;
    private long payloadLeft;
    private long receivedBytes;
    private int sequence;
    private boolean pausing;

    /** A reader at the start of a stream. */
    public PacketReader(PacketHandler handler) {
        this.handler = handler;
    }

    /**
     * Reads {@code in}, all of it unless somebody asks to {@link #pause}, or the handler does. Throws
     * {@link ProtocolException} at the first thing that is not allowed.
     */
    public void read(ByteBuf in) {
        int before = in.readableBytes();
        try {
            readUntilPause(in);
        } finally {
            receivedBytes += before - in.readableBytes();
        }
    }

    private void readUntilPause(ByteBuf in) {
        pausing = false;
        while (in.isReadable() && !pausing) {
            if (payloadLeft > 0) {
                payload(in);
            } else if (pieces.isReadable()) {
                fixedFromPieces(in);
            } else if (!fixed(in)) {
                collect(in);
            }
            pausing |= payloadLeft == 0 && handler.pauses();
        }
    }

    /** Lets {@link #read} return after the packet at hand, and leave the rest for the next call. */
    public void pause() {
        pausing = true;
    }

    /** Whether payload comes next. */
    public boolean inPayload() {
        return payloadLeft > 0;
    }

    /** How much of the stream has come. */
    public long receivedBytes() {
        return receivedBytes;
    }

    /** Where the next bytes may be put, before {@link #placed}; null if they have to be {@link #read}. */
    public @Nullable ByteBuffer place() {
        return payloadLeft > 0 ? sink.place(payloadLeft) : null;
    }

    /** The first {@code length} bytes of {@link #place} are there, 0 or more. */
    public void placed(int length) {
        payloadLeft -= length;
        receivedBytes += length;
        sink.placed(length);
        if (payloadLeft == 0) {
            complete();
        }
    }

    /** The next bytes are here, in the memory of their sender. Throws {@link ProtocolException} if it isn't payload that is due. */
    public void lent(Payload lent) {
        int length = lent.lengthBytes();
        if (length < 1 || length > payloadLeft) {
            throw new ProtocolException("lent " + length + " bytes of payload, due are " + payloadLeft);
        }
        payloadLeft -= length;
        receivedBytes += length;
        sink.take(lent);
        // Before anything else happens: its sender may wait for it, and what follows runs code of the program, which
        // may wait for the sender.
        lent.release();
        if (payloadLeft == 0) {
            complete();
        }
    }

    /**
     * How many bytes to {@link #read} at once where there is no {@link #place}: what can be placed begins after the next
     * packet's header; what is left of a payload that can't comes before.
     */
    public int mostBytes() {
        return handler.awaitsPlaceable()
                ? (int) Math.min(payloadLeft + HEADER_AND_SOME_BYTES, Integer.MAX_VALUE)
                : Integer.MAX_VALUE;
    }

    /** The rest of the payload that is due goes nowhere. */
    public void lost(Throwable cause) {
        PayloadSink incomplete = sink;
        sink = PayloadSink.NOWHERE;
        incomplete.lost(cause);
    }

    private void payload(ByteBuf in) {
        int length = (int) Math.min(payloadLeft, in.readableBytes());
        payloadLeft -= length;
        sink.take(in, length);
        in.skipBytes(length);
        if (payloadLeft == 0) {
            complete();
        }
    }

    private void complete() {
        PayloadSink complete = sink;
        sink = PayloadSink.NOWHERE;
        complete.complete();
    }

    /** Takes one packet's fixed part out of {@code in}; false, and nothing taken, if it isn't all there. */
    private boolean fixed(ByteBuf in) {
        int available = in.readableBytes();
        if (available < PacketKind.HEADER_BYTES) {
            return false;
        }
        int index = in.readerIndex();
        PacketKind kind = PacketKind.at(in, index);
        long payload = payloadBytes(kind, PacketKind.bodyBytes(in, index));
        if (available < kind.fixedBytes()) {
            return false;
        }
        checkSequence(kind, PacketKind.sequence(in, index));
        payloadLeft = payload;
        PayloadSink next = handler.onPacket(kind, in, payload);
        in.skipBytes(kind.fixedBytes());
        if (payload > 0) {
            sink = next;
        } else if (next != PayloadSink.NOWHERE) {
            next.complete();
        }
        return true;
    }

    private void collect(ByteBuf in) {
        if (pieces.capacity() == 0) {
            pieces = Unpooled.buffer(LONGEST_FIXED_BYTES, LONGEST_FIXED_BYTES);
        }
        pieces.writeBytes(in);
    }

    private void fixedFromPieces(ByteBuf in) {
        int missing = PacketKind.HEADER_BYTES - pieces.readableBytes();
        if (missing <= 0) {
            missing = PacketKind.at(pieces, 0).fixedBytes() - pieces.readableBytes();
        }
        pieces.writeBytes(in, Math.min(missing, in.readableBytes()));
        if (fixed(pieces)) {
            pieces.clear();
        }
    }

    private static long payloadBytes(PacketKind kind, long bodyBytes) {
        long payload = bodyBytes - (kind.fixedBytes() - PacketKind.HEADER_BYTES);
        if (bodyBytes < 0 || payload < 0 || payload > kind.maxPayloadBytes()) {
            throw new ProtocolException(kind + " packet with a body of " + bodyBytes + " bytes, allowed are "
                    + (kind.fixedBytes() - PacketKind.HEADER_BYTES) + " and up to " + kind.maxPayloadBytes()
                    + " more");
        }
        return payload;
    }

    private void checkSequence(PacketKind kind, int actual) {
        if (!kind.family().isNumbered()) {
            if (actual != 0) {
                throw new ProtocolException(kind + " packet with sequence " + actual + ", allowed is 0");
            }
            return;
        }
        if (actual != sequence) {
            throw new ProtocolException(kind + " packet has sequence " + actual + ", expected " + sequence);
        }
        sequence++;
    }
}
