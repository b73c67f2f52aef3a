package org.reactivempi.transport.rsocket.frame;

import io.netty.buffer.ByteBuf;
import io.rsocket.frame.FrameType;
import io.rsocket.frame.KeepAliveFrameCodec;
import io.rsocket.frame.SetupFrameCodec;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.rsocket.link.Outbox;

/**
 * Which frames of a peer are of use here: those of one stream, in an order that a link has. RSocket allows much more, and
 * answers some of it without limit.
 *
 * <pre>
 *   acceptor:   SETUP --&gt; REQUEST_CHANNEL --&gt; PAYLOAD, REQUEST_N, CANCEL, ERROR
 *   connector:                                PAYLOAD, REQUEST_N, CANCEL, ERROR
 * </pre>
 * and KEEPALIVE and the ERROR that ends a connection at any time after the setup.
 */
public final class FrameRules {

    public static final Duration SHORTEST_KEEP_ALIVE = Duration.ofSeconds(1);

    /** The largest frame: a piece and its header. */
    public static final int MOST_FRAME_BYTES = Outbox.PIECE_BYTES + 64;

    private static final int HEADER_BYTES = 6;
    private static final int SETUP_BYTES = HEADER_BYTES + 14;
    private static final int STREAM = 1;
    private static final int TYPE_SHIFT = 10;
    private static final int METADATA = 0x100;
    private static final int RESUME_OR_FRAGMENT_OR_RESPOND = 0x80;
    private static final int LEASE_OR_COMPLETE = 0x40;
    private static final int NEXT = 0x20;

    private final boolean acceptor;
    private boolean setUp;
    private boolean opened;
    private boolean answered;
    private long answeredNanos;

    private FrameRules(boolean acceptor) {
        this.acceptor = acceptor;
        this.setUp = !acceptor;
        this.opened = !acceptor;
    }

    public static FrameRules ofConnector() {
        return new FrameRules(false);
    }

    public static FrameRules ofAcceptor() {
        return new FrameRules(true);
    }

    /** What is wrong with the next frame, or null; the connection is of no use after that. */
    @Nullable
    public String objectionTo(ByteBuf frame) {
        if (frame.readableBytes() < HEADER_BYTES) {
            return "a frame of " + frame.readableBytes() + " bytes";
        }
        int typeAndFlags = frame.getUnsignedShort(frame.readerIndex() + Integer.BYTES);
        int type = typeAndFlags >> TYPE_SHIFT;
        if (!setUp) {
            return type == FrameType.SETUP.getEncodedType()
                    ? objectionToSetup(frame, typeAndFlags)
                    : "no setup at first";
        }
        int stream = frame.getInt(frame.readerIndex());
        boolean allowed = stream == 0
                ? isOfConnection(frame, type)
                : stream == STREAM && (typeAndFlags & unused()) == 0 && isOfStream(frame, type, typeAndFlags);
        return allowed ? null : "a frame of type " + type + " on stream " + stream;
    }

    /** Peers send no metadata, and no fragments; an application's server may cut what goes through it. */
    private int unused() {
        return acceptor ? METADATA | RESUME_OR_FRAGMENT_OR_RESPOND : METADATA;
    }

    private @Nullable String objectionToSetup(ByteBuf frame, int flags) {
        if (frame.readableBytes() < SETUP_BYTES || frame.getInt(frame.readerIndex()) != 0) {
            return "a malformed setup";
        }
        if ((flags & (RESUME_OR_FRAGMENT_OR_RESPOND | LEASE_OR_COMPLETE)) != 0) {
            return "a setup with resumption or leases";
        }
        int keepAliveMillis = SetupFrameCodec.keepAliveInterval(frame);
        boolean tooOften = keepAliveMillis != 0 && keepAliveMillis < SHORTEST_KEEP_ALIVE.toMillis();
        if (tooOften || SetupFrameCodec.keepAliveMaxLifetime(frame) <= 0) {
            return "a setup with a keep-alive of " + keepAliveMillis + " ms";
        }
        setUp = true;
        return null;
    }

    private static boolean isOfConnection(ByteBuf frame, int type) {
        return type == FrameType.KEEPALIVE.getEncodedType() && frame.readableBytes() >= HEADER_BYTES + Long.BYTES
                || type == FrameType.ERROR.getEncodedType() && hasNumber(frame);
    }

    private boolean isOfStream(ByteBuf frame, int type, int flags) {
        if (!opened) {
            opened = type == FrameType.REQUEST_CHANNEL.getEncodedType() && hasPositiveNumber(frame);
            return opened;
        }
        return type == FrameType.PAYLOAD.getEncodedType() && (flags & (NEXT | LEASE_OR_COMPLETE)) != 0
                || type == FrameType.REQUEST_N.getEncodedType() && hasPositiveNumber(frame)
                || type == FrameType.ERROR.getEncodedType() && hasNumber(frame)
                || type == FrameType.CANCEL.getEncodedType();
    }

    private static boolean hasNumber(ByteBuf frame) {
        return frame.readableBytes() >= HEADER_BYTES + Integer.BYTES;
    }

    private static boolean hasPositiveNumber(ByteBuf frame) {
        return hasNumber(frame) && frame.getInt(frame.readerIndex() + HEADER_BYTES) > 0;
    }

    /**
     * Whether an allowed frame wants an answer too soon after another, and is better not heard: a peer that asks all the
     * time, and takes no answer, would fill the memory with them.
     */
    public boolean asksTooOften(ByteBuf frame, long nowNanos) {
        int typeAndFlags = frame.getUnsignedShort(frame.readerIndex() + Integer.BYTES);
        if (typeAndFlags >> TYPE_SHIFT != FrameType.KEEPALIVE.getEncodedType()
                || !KeepAliveFrameCodec.respondFlag(frame)) {
            return false;
        }
        if (answered && nowNanos - answeredNanos < SHORTEST_KEEP_ALIVE.toNanos() / 2) {
            return true;
        }
        answered = true;
        answeredNanos = nowNanos;
        return false;
    }
}
