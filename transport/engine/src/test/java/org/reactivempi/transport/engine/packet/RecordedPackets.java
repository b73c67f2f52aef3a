package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.ArrayList;
import java.util.List;

/** Writes down what a reader tells: one line for each packet, payload joined however it came. */
final class RecordedPackets implements PacketHandler {

    private final List<String> packets = new ArrayList<>();
    private final StringBuilder payload = new StringBuilder();
    private long missing;

    /** All packets that have come whole. */
    List<String> packets() {
        return packets;
    }

    @Override
    public void onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        payload.setLength(0);
        payload.append(kind).append(' ');
        payload.append(ByteBufUtil.hexDump(packet, packet.readerIndex(), kind.fixedBytes()));
        payload.append(' ');
        missing = payloadBytes;
        endIfWhole();
    }

    @Override
    public void onPayload(ByteBuf bytes, int length) {
        if (length < 1 || length > missing) {
            throw new AssertionError(length + " bytes of payload where " + missing + " were missing");
        }
        payload.append(ByteBufUtil.hexDump(bytes, bytes.readerIndex(), length));
        missing -= length;
        endIfWhole();
    }

    private void endIfWhole() {
        if (missing == 0) {
            packets.add(payload.toString());
        }
    }
}
