package org.reactivempi.transport.rsocket.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.rsocket.DuplexConnection;
import io.rsocket.RSocketErrorException;
import io.rsocket.frame.FrameHeaderCodec;
import io.rsocket.frame.FrameType;
import io.rsocket.frame.KeepAliveFrameCodec;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.function.Consumer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An RSocket connection whose frames RSocket sees only as far as {@link FrameRules} allow, and without keep-alives, which
 * {@link KeepAlive} sends and answers. On the connection's thread.
 */
public final class CheckedConnection implements DuplexConnection {

    private final Channel channel;
    private final DuplexConnection source;
    private final FrameRules rules;
    private final boolean masks;
    private final Consumer<String> onBreach;
    private final KeepAlive keepAlive;
    /** Zero where that has been done, or need not be. */
    private int toAnnounceMillis;

    private boolean broken;

    /**
     * The same connection, checked.
     *
     * @param channel below it
     * @param masks whether it is the client's side of a WebSocket, which masks what it sends
     * @param onBreach told of the first frame that is not allowed, and to end the connection
     * @param onSilence told when the peer has not been heard for too long, and to end the connection
     */
    public CheckedConnection(
            Channel channel,
            boolean masks,
            DuplexConnection source,
            FrameRules rules,
            Consumer<String> onBreach,
            Consumer<Throwable> onSilence) {
        this.channel = channel;
        this.masks = masks;
        this.source = source;
        this.rules = rules;
        this.onBreach = onBreach;
        this.keepAlive = new KeepAlive(channel, frame -> sendFrame(0, frame), onSilence);
    }

    /** The same, for the side that connects: tells the peer how often this side will show that it is alive. */
    public CheckedConnection announcing(Duration keepAlive) {
        toAnnounceMillis = (int) keepAlive.toMillis();
        return this;
    }

    @Override
    public Flux<ByteBuf> receive() {
        return source.receive().filter(this::mayPass);
    }

    private boolean mayPass(ByteBuf frame) {
        if (broken) {
            return false;
        }
        String objection = rules.objectionTo(frame);
        if (objection != null) {
            broken = true;
            onBreach.accept(objection);
            return false;
        }
        keepAlive.hear();
        FrameType type = FrameHeaderCodec.nativeFrameType(frame);
        if (type == FrameType.SETUP) {
            keepAlive.adopt(frame);
        } else if (type == FrameType.KEEPALIVE) {
            answer(frame);
        }
        return type != FrameType.KEEPALIVE;
    }

    private void answer(ByteBuf frame) {
        if (KeepAliveFrameCodec.respondFlag(frame) && !rules.asksTooOften(frame, System.nanoTime())) {
            keepAlive.answer(frame);
        }
    }

    /** The queue of a connection that has ended keeps what it is given, and nobody would release it. */
    @Override
    public void sendFrame(int streamId, ByteBuf frame) {
        if (channel.isActive()) {
            announceOnce(frame);
            source.sendFrame(streamId, masks ? inOnePart(frame) : frame);
        } else {
            frame.release();
        }
    }

    /** The first frame of the side that connects is its SETUP. */
    private void announceOnce(ByteBuf first) {
        if (toAnnounceMillis > 0) {
            keepAlive.announce(first, toAnnounceMillis);
            toAnnounceMillis = 0;
        }
    }

    /** Masking goes word by word, and a buffer of several parts is searched for each word. */
    private static ByteBuf inOnePart(ByteBuf frame) {
        if (frame.nioBufferCount() == 1) {
            return frame;
        }
        try {
            return frame.alloc().directBuffer(frame.readableBytes()).writeBytes(frame);
        } finally {
            frame.release();
        }
    }

    @Override
    public void sendErrorAndClose(RSocketErrorException error) {
        if (channel.isActive()) {
            source.sendErrorAndClose(error);
        }
    }

    @Override
    public ByteBufAllocator alloc() {
        return source.alloc();
    }

    @Override
    public SocketAddress remoteAddress() {
        return source.remoteAddress();
    }

    @Override
    public Mono<Void> onClose() {
        return source.onClose();
    }

    @Override
    public void dispose() {
        source.dispose();
    }

    @Override
    public boolean isDisposed() {
        return source.isDisposed();
    }
}
