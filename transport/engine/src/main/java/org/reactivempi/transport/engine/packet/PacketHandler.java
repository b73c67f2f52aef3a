package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.port.PayloadSink;

/** Takes packets from a {@link PacketReader}: those of one family, or all of them, to pass them on. */
public interface PacketHandler {

    /**
     * A packet's fixed part has come.
     *
     * @param kind its kind
     * @param packet its header and fields from {@code readerIndex} on; valid during the call
     * @param payloadBytes how much payload follows; 0 or more
     * @return where the payload goes; {@link PayloadSink#NOWHERE} for kinds that have none
     */
    PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes);

    /**
     * Whether payload is likely to come that its sink has a {@link PayloadSink#place} for: then the carrier had better not read
     * far beyond the next packet's header.
     */
    default boolean awaitsPlaceable() {
        return false;
    }

    /** Whether the next packet had better not be read yet: its place may depend on what the program does after the last one. */
    default boolean pauses() {
        return false;
    }
}
