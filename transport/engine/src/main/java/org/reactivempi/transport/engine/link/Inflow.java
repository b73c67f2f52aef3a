package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.packet.PacketHandler;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketReader;

/**
 * What comes in on a link: a stream of packets, of which connections carry one part after the other, and how much of it
 * the peer is to be told.
 */
final class Inflow implements PacketHandler {

    /** The peer keeps all that it hasn't heard of. */
    private static final int MOST_UNREPORTED_BYTES = 128 * 1024;

    private final PacketHandler handler;
    private final PacketReader reader = new PacketReader(this);
    private long receivedBytes;
    private long reportedBytes;
    private long heardBytes;
    /** Data may still be in the memory of the peer's user, who waits to have it back. */
    private boolean awaited;

    Inflow(PacketHandler handler) {
        this.handler = handler;
    }

    /** Takes the next bytes of the stream, all of them unless somebody asks to {@link #pause}. */
    void read(ByteBuf bytes) {
        int before = bytes.readableBytes();
        try {
            reader.read(bytes);
        } finally {
            receivedBytes += before - bytes.readableBytes();
        }
    }

    /** The next bytes of the stream are where they belong. */
    void placed(int length) {
        reader.passed(length);
        receivedBytes += length;
    }

    void pause() {
        reader.pause();
    }

    boolean inPayload() {
        return reader.inPayload();
    }

    @Override
    public void onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        awaited |= kind == PacketKind.DATA;
        handler.onPacket(kind, packet, payloadBytes);
    }

    @Override
    public void onPayload(ByteBuf bytes, int length) {
        handler.onPayload(bytes, length);
    }

    /** How much of the stream has come. */
    long receivedBytes() {
        return receivedBytes;
    }

    /** Whether the peer should hear now how much has come. */
    boolean owesReport() {
        return awaited && !reader.inPayload() || receivedBytes - reportedBytes >= MOST_UNREPORTED_BYTES;
    }

    /** How much has come; the peer is told. */
    long report() {
        awaited = awaited && reader.inPayload();
        reportedBytes = receivedBytes;
        return receivedBytes;
    }

    /** Whether anything has come since this was asked last. */
    boolean hasHeard() {
        boolean heard = receivedBytes != heardBytes;
        heardBytes = receivedBytes;
        return heard;
    }
}
