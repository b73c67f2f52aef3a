package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.CreditPackets.Credit;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.PayloadSink;

/** What a peer link tells the protocols, as text; packets are credits with numbers for the test to tell them apart. */
final class RecordedListener implements PeerListener {

    final PeerLink link;
    final List<String> events = new ArrayList<>();
    /** What packets lead to, once it is set. */
    @Nullable
    Error fault;

    RecordedListener(PeerLink link) {
        this.link = link;
    }

    @Override
    public void onStanding(long creditBytes) {
        events.add("standing");
    }

    @Override
    public void onWritable() {
        events.add("writable");
    }

    @Override
    public void onLost(PeerLostException cause) {
        events.add("lost: " + cause.getMessage());
    }

    @Override
    public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        if (fault != null) {
            throw fault;
        }
        events.add(kind == PacketKind.CREDIT ? "packet " + Credit.bytes(packet) : kind.toString());
        return new RecordedPayload();
    }

    private final class RecordedPayload implements PayloadSink {

        @Override
        public void take(ByteBuf bytes, int length) {
            events.add("payload " + length);
        }

        @Override
        public void complete() {}

        @Override
        public void lost(Throwable cause) {}
    }
}
