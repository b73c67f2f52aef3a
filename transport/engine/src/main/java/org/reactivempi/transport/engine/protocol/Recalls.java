package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.util.collection.IntObjectHashMap;
import java.util.List;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.link.PeerLostException;
import org.reactivempi.transport.engine.packet.AskPackets.Recall;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.packet.PayloadSink;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * Tells a rank that handles a question that nobody waits for the answer any more, and hears so of others. A question whose answer has
 * just left is one that the listener doesn't know any more, which is no error.
 */
public final class Recalls {

    /** What handles the questions of a communicator. Hears all as steps of the engine. */
    public interface Listener {

        /** A rank of the job doesn't wait for the answer to a question any more. */
        void onRecalled(int peer, int question);

        /** A rank of the job is lost, and with it all that it has asked. */
        void onLost(int peer);
    }

    private final int rank;
    private final Links links;
    private final CompletionQueue signals;
    private final IntObjectHashMap<Listener> listeners = new IntObjectHashMap<>();

    /** Takes the packets of the family ASK of all links that will be made. */
    Recalls(RankContext context, Links links) {
        this.rank = context.rank;
        this.links = links;
        this.signals = context.signals;
        links.register(Family.ASK, FromPeer::new);
    }

    /** Sets who hears of the questions of a communicator, from now on. */
    public void listen(int communicator, Listener listener) {
        listeners.put(communicator, listener);
    }

    /** Nobody hears of the questions of a communicator any more. */
    public void stopListening(int communicator) {
        listeners.remove(communicator);
    }

    /** Tells a rank of the job, perhaps this one, that nobody waits for the answer to a question of this rank. */
    public void recall(int peer, int communicator, int question) {
        if (peer == rank) {
            deliver(rank, communicator, question);
            return;
        }
        PeerLink link = links.peer(peer);
        if (link.loss() == null) {
            Recall.encode(link.room(Recall.LENGTH_BYTES), link.nextSequence(), communicator, question);
        }
    }

    private void deliver(int peer, int communicator, int question) {
        Listener listener = listeners.get(communicator);
        if (listener != null) {
            signals.step(() -> listener.onRecalled(peer, question));
        }
    }

    /** What one peer says, and the end of it. */
    private final class FromPeer implements PeerListener {

        private final int peer;

        FromPeer(PeerLink link) {
            this.peer = link.rank();
        }

        @Override
        public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
            deliver(peer, Recall.communicator(packet), Recall.question(packet));
            return PayloadSink.NOWHERE;
        }

        @Override
        public void onLost(PeerLostException cause) {
            signals.step(() -> List.copyOf(listeners.values()).forEach(listener -> listener.onLost(peer)));
        }
    }
}
