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
    /** Where the run begins that comes next, or has begun. */
    private long at;

    private int run;
    private long stride;
    /** How much of that run has come. */
    private int into;
    /** Whether it is the only one. */
    private boolean isOne;

    PutSink(Replies replies) {
        this.replies = replies;
    }

    /** The next packet, for what is inside. */
    PayloadSink begin(MemoryRuns room, int number) {
        memory = room.memory();
        window = number;
        at = room.at();
        run = (int) room.run();
        stride = room.stride();
        into = 0;
        isOne = run == room.lengthBytes();
        return this;
    }

    @Override
    public void take(ByteBuf bytes, int length) {
        BufferParts.forEach(bytes, length, (part, partLength) -> {
            try {
                if (memory != null) {
                    write(memory, part);
                }
            } catch (Throwable thrown) {
                memory = null;
                replies.refuse(window, WindowPackets.NO_REQUEST, thrown);
            }
        });
    }

    private void write(Memory to, ByteBuffer part) {
        int end = part.limit();
        while (part.position() < end) {
            int left = end - part.position();
            boolean isCut = into > 0 || left <= run;
            int length = isCut ? Math.min(left, run - into) : left - left % run;
            part.limit(part.position() + length);
            if (isCut) {
                to.write(at + into, part);
                placed(length);
            } else {
                to.writeRuns(at, run, stride, part);
                at += length / run * stride;
            }
            part.limit(end);
        }
    }

    @Override
    public @Nullable ByteBuffer place(long left) {
        Memory to = memory;
        return to == null || !isOne ? null : to.direct(at + into, (int) Math.min(left, Integer.MAX_VALUE));
    }

    @Override
    public void placed(int length) {
        into += length;
        if (into == run) {
            into = 0;
            at += stride;
        }
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
