package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.Credit;
import org.reactivempi.transport.engine.packet.PacketKind;

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
    public void onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        if (fault != null) {
            throw fault;
        }
        events.add(kind == PacketKind.CREDIT ? "packet " + Credit.bytes(packet) : kind.toString());
    }

    @Override
    public void onPayload(ByteBuf bytes, int length) {
        events.add("payload " + length);
    }
}
