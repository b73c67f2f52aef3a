package org.reactivempi.transport.engine.window;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.window.Outlet.Awaited;

/** The payload of an answer, which goes to what waits for it; one for a link, since one packet comes after the other. */
final class GotSink implements PayloadSink, ObjIntConsumer<ByteBuffer> {

    private final IntConsumer whole;
    /** Null between packets. */
    private @Nullable Awaited answer;

    private int request;

    /** {@code whole} gets the number of each request whose answer is here. */
    GotSink(IntConsumer whole) {
        this.whole = whole;
    }

    /** The next packet, for what waits for request {@code number}. */
    PayloadSink begin(Awaited waiting, int number) {
        answer = waiting;
        request = number;
        return this;
    }

    @Override
    public void take(ByteBuf bytes, int length) {
        BufferParts.forEach(bytes, length, this);
    }

    @Override
    public void accept(ByteBuffer part, int length) {
        if (answer != null) {
            answer.take(part);
        }
    }

    @Override
    public void complete() {
        Awaited taken = answer;
        answer = null;
        if (taken != null && taken.isWhole()) {
            whole.accept(request);
        }
    }

    @Override
    public void lost(Throwable cause) {
        answer = null;
    }
}
