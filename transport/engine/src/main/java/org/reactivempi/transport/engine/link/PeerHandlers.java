package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.PacketHandler;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.packet.PayloadSink;
import org.reactivempi.transport.engine.packet.ProtocolException;

/**
 * The handlers of what comes from one peer: one for each family of packets. All of them hear how the link stands, in the order in
 * which they were registered.
 */
final class PeerHandlers implements PeerListener {

    private final @Nullable PacketHandler[] byFamily = new PacketHandler[Family.values().length];
    private final List<PeerListener> listeners = new ArrayList<>();

    /** Packets of the link itself are for {@code ofLink}. */
    PeerHandlers(PacketHandler ofLink) {
        byFamily[Family.LINK.ordinal()] = ofLink;
    }

    /** One more handler, for a family that has none yet. */
    void add(Family family, PeerListener handler) {
        byFamily[family.ordinal()] = handler;
        listeners.add(handler);
    }

    @Override
    public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        PacketHandler handler = byFamily[kind.family().ordinal()];
        if (handler == null) {
            throw new ProtocolException(kind + " packet on a link that has no handler for " + kind.family());
        }
        return handler.onPacket(kind, packet, payloadBytes);
    }

    @Override
    public boolean awaitsPlaceable() {
        for (int i = 0; i < listeners.size(); i++) {
            if (listeners.get(i).awaitsPlaceable()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void onStanding(long creditBytes) {
        listeners.forEach(listener -> listener.onStanding(creditBytes));
    }

    @Override
    public void onConnected(String channel, boolean again) {
        listeners.forEach(listener -> listener.onConnected(channel, again));
    }

    @Override
    public void onWritable() {
        listeners.forEach(PeerListener::onWritable);
    }

    @Override
    public void onLost(PeerLostException cause) {
        listeners.forEach(listener -> listener.onLost(cause));
    }
}
