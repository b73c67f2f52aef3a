package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.ArrayList;
import java.util.List;
import org.reactivempi.transport.engine.port.PayloadSink;

/** Writes down what a reader tells: one line for each packet, payload joined however it came. */
final class RecordedPackets implements PacketHandler, PayloadSink {

    private final List<String> packets = new ArrayList<>();
    private final StringBuilder payload = new StringBuilder();
    private long missing;

    /** All packets that have come whole. */
    List<String> packets() {
        return packets;
    }

    @Override
    public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        payload.setLength(0);
        payload.append(kind).append(' ');
        payload.append(ByteBufUtil.hexDump(packet, packet.readerIndex(), kind.fixedBytes()));
        payload.append(' ');
        missing = payloadBytes;
        return this;
    }

    @Override
    public void take(ByteBuf bytes, int length) {
        if (length < 1 || length > missing) {
            throw new AssertionError(length + " bytes of payload where " + missing + " were missing");
        }
        payload.append(ByteBufUtil.hexDump(bytes, bytes.readerIndex(), length));
        missing -= length;
    }

    @Override
    public void complete() {
        if (missing > 0) {
            throw new AssertionError("complete, where " + missing + " bytes were missing");
        }
        packets.add(payload.toString());
    }

    @Override
    public void lost(Throwable cause) {
        throw new AssertionError("lost", cause);
    }
}
