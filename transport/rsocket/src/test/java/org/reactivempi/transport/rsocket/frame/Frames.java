package org.reactivempi.transport.rsocket.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.rsocket.frame.PayloadFrameCodec;
import io.rsocket.frame.RequestChannelFrameCodec;
import io.rsocket.frame.SetupFrameCodec;
import io.rsocket.util.DefaultPayload;
import java.util.Random;

/** Frames as a peer sends them, right and changed. */
public final class Frames {

    private static final UnpooledByteBufAllocator HEAP = new UnpooledByteBufAllocator(false, true);

    private Frames() {}

    /** The first frame of a connection. */
    public static ByteBuf setup(int keepAliveMillis, boolean lease, String greeting) {
        return SetupFrameCodec.encode(
                HEAP,
                lease,
                keepAliveMillis,
                keepAliveMillis,
                "application/binary",
                Greeting.MIME_TYPE,
                DefaultPayload.create(greeting));
    }

    /** Opens a stream. */
    public static ByteBuf open(int stream, long demand) {
        return RequestChannelFrameCodec.encode(
                HEAP, stream, false, false, demand, null, Unpooled.buffer().writeZero(10));
    }

    /** Ten bytes on a stream. */
    public static ByteBuf payload(int stream, boolean metadata) {
        return PayloadFrameCodec.encode(
                HEAP,
                stream,
                false,
                false,
                true,
                metadata ? Unpooled.buffer().writeZero(3) : null,
                Unpooled.buffer().writeZero(10));
    }

    /** The same with a few bytes changed, or cut off. */
    public static ByteBuf changed(ByteBuf frame, Random random) {
        ByteBuf copy = frame.copy();
        for (int change = random.nextInt(4); change > 0; change--) {
            copy.setByte(random.nextInt(Math.min(copy.readableBytes(), 12)), random.nextInt(256));
        }
        return random.nextInt(5) == 0 ? copy.slice(0, random.nextInt(copy.readableBytes())) : copy;
    }
}
