package org.reactivempi.transport.engine.window;

import io.netty.buffer.ByteBuf;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.WindowPackets;
import org.reactivempi.transport.engine.packet.WindowPackets.Accumulate;
import org.reactivempi.transport.engine.port.EngineWindows.Memory;
import org.reactivempi.transport.engine.port.PayloadSink;

/** The payload of an accumulate, which is applied when it is whole; one for a link, since one packet comes after the other. */
final class AccumulateSink implements PayloadSink {

    private final Replies replies;
    private ByteBuffer operands = ByteBuffer.allocate(0);
    /** Null between packets. */
    private @Nullable Memory memory;

    private int window;
    private int request;
    private long at;
    private int run;
    private long stride;
    private int operation;
    private int element;

    AccumulateSink(Replies replies) {
        this.replies = replies;
    }

    /** The next packet, for what is inside; {@code number} is that of its answer. */
    PayloadSink begin(MemoryRuns room, int number, ByteBuf packet) {
        int payloadBytes = (int) room.lengthBytes();
        memory = room.memory();
        window = WindowPackets.window(packet);
        request = number;
        at = room.at();
        run = (int) room.run();
        stride = room.stride();
        operation = Accumulate.operation(packet);
        element = Accumulate.element(packet);
        if (operands.capacity() < payloadBytes) {
            operands = ByteBuffer.allocate(payloadBytes);
        }
        operands.clear();
        return this;
    }

    @Override
    public void take(ByteBuf bytes, int length) {
        BufferParts.forEach(bytes, length, (part, partLength) -> operands.put(part));
    }

    @Override
    public void complete() {
        Memory into = memory;
        if (into == null) {
            return;
        }
        memory = null;
        operands.flip();
        ByteBuffer before = request == WindowPackets.NO_REQUEST ? null : ByteBuffer.allocate(operands.remaining());
        try {
            accumulate(into, before);
            VarHandle.releaseFence();
            if (before != null) {
                replies.old(request, before.rewind());
            }
        } catch (Throwable thrown) {
            replies.refuse(window, request, thrown);
        }
    }

    private void accumulate(Memory into, @Nullable ByteBuffer before) {
        int end = operands.limit();
        long place = at;
        for (int from = 0; from < end; from += run) {
            if (before != null) {
                before.limit(from + run).position(from);
            }
            into.accumulate(
                    operation, element, place, operands.limit(from + run).position(from), before);
            place += stride;
        }
    }

    @Override
    public void lost(Throwable cause) {
        memory = null;
    }
}
