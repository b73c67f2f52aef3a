package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;

/** Takes packets from a {@link PacketReader}. */
public interface PacketHandler {

    /**
     * A packet's fixed part has come.
     *
     * @param kind its kind
     * @param packet its header and fields from {@code readerIndex} on; valid during the call
     * @param payloadBytes how much payload will follow through {@link #onPayload}; 0 or more
     */
    void onPacket(PacketKind kind, ByteBuf packet, long payloadBytes);

    /**
     * The next bytes of the last packet's payload have come.
     *
     * @param bytes has them from {@code readerIndex} on; must not be moved
     * @param length how many, 1 or more
     */
    void onPayload(ByteBuf bytes, int length);
}
