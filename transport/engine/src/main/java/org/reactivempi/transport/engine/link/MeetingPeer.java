package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;
import org.reactivempi.transport.engine.packet.MeetingPackets.Meeting;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.packet.WholePayload;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.OtherJobs;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.port.ProtocolException;

/** What a process says of ports, with which this rank may have nothing in common yet. */
public final class MeetingPeer implements SayingPeer {

    /** From now on the peers of these links are heard. */
    public static void register(Links links) {
        links.registerOnDemand(Family.MEETING, MeetingPeer::new);
    }

    private final Links links;
    private final PeerLink link;

    private MeetingPeer(PeerLink link) {
        this.links = link.links();
        this.link = link;
    }

    @Override
    public void say(byte[] words) {
        PeerLostException loss = link.loss();
        if (loss == null) {
            ByteBuf packet = link.room(Meeting.LENGTH_BYTES + words.length);
            Meeting.encode(packet, link.nextSequence(), words.length);
            packet.writeBytes(words);
        } else {
            LinkContext context = links.context();
            context.answer(() -> context.completions.step(() -> tellAgain(loss)));
        }
    }

    /** The listener may wait for this peer only since that was lost. */
    private void tellAgain(PeerLostException loss) {
        if (links.known(link.rank()) == link) {
            onLost(loss);
        }
    }

    @Override
    public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        if (links.meetings() == null) {
            throw new ProtocolException("it speaks of ports, and there was none here");
        }
        return isHeard() ? new WholePayload(payloadBytes, this::hear) : PayloadSink.NOWHERE;
    }

    private void hear(byte[] words) {
        if (isHeard()) {
            tell(listener -> listener.onSaid(link.rank(), words));
        }
    }

    /** No answer leaves on a link that this rank has left: the peer, which hears the goodbye, may say it again on another one. */
    private boolean isHeard() {
        return !link.state().isParted();
    }

    @Override
    public void onLost(PeerLostException cause) {
        tell(listener -> listener.onLost(link.rank(), cause));
    }

    private void tell(Consumer<OtherJobs.Listener> news) {
        OtherJobs.Listener listener = links.meetings();
        if (listener != null) {
            news.accept(listener);
        }
    }
}
