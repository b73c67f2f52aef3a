package org.reactivempi.transport.engine.window;

import io.netty.buffer.ByteBuf;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.WindowPackets;
import org.reactivempi.transport.engine.port.EngineWindows.Memory;
import org.reactivempi.transport.engine.port.PayloadSink;

/** The payload of a put, which lands in the memory itself; one for a link, since one packet comes after the other. */
final class PutSink implements PayloadSink {

    private final Replies replies;
    /** Null between packets, and when it has thrown. */
    private @Nullable Memory memory;

    private int window;
    private long at;

    PutSink(Replies replies) {
        this.replies = replies;
    }

    /** The next packet, for a place that is inside. */
    PayloadSink begin(Memory into, int number, long from) {
        memory = into;
        window = number;
        at = from;
        return this;
    }

    @Override
    public void take(ByteBuf bytes, int length) {
        BufferParts.forEach(bytes, length, (part, partLength) -> {
            try {
                if (memory != null) {
                    memory.write(at, part);
                }
            } catch (Throwable thrown) {
                memory = null;
                replies.refuse(window, WindowPackets.NO_REQUEST, thrown);
            }
            at += partLength;
        });
    }

    @Override
    public @Nullable ByteBuffer place(long left) {
        Memory into = memory;
        return into == null ? null : into.direct(at, (int) Math.min(left, Integer.MAX_VALUE));
    }

    @Override
    public void placed(int length) {
        at += length;
    }

    /** Loads of any thread that acquire what is told next see it. */
    @Override
    public void complete() {
        memory = null;
        VarHandle.releaseFence();
    }

    @Override
    public void lost(Throwable cause) {
        memory = null;
    }
}
