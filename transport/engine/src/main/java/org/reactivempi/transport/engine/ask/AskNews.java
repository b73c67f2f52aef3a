package org.reactivempi.transport.engine.ask;

import io.netty.buffer.ByteBuf;
import io.netty.util.collection.IntObjectHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntBinaryOperator;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.AskRefusal;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.packet.AskPackets.QuestionState;
import org.reactivempi.transport.engine.packet.AskPackets.Recall;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.port.QuestionNews;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * What ranks tell each other of questions under way: the asker, that nobody waits for the answer any more; the rank of the handler, that
 * this has given a question back which it had taken, and that another one has it. A question that the listener doesn't know any more,
 * since its answer has just left or come, is no error.
 */
public final class AskNews implements QuestionNews {

    private final int rank;
    private final Links links;
    private final IntBinaryOperator numbers;
    private final CompletionQueue signals;
    private final IntObjectHashMap<Listener> listeners = new IntObjectHashMap<>();

    private final @Nullable Events events;

    /**
     * Nobody asks yet; takes the packets of the family ASK of all links that will be made.
     *
     * @param rank this rank
     * @param links to the peers
     * @param numbers what a peer calls a communicator of this rank
     * @param signals where the steps are taken in which listeners hear
     * @param events who watches, if anybody does
     */
    public AskNews(int rank, Links links, IntBinaryOperator numbers, CompletionQueue signals, @Nullable Events events) {
        this.rank = rank;
        this.links = links;
        this.numbers = numbers;
        this.signals = signals;
        this.events = events;
        links.register(Family.ASK, FromPeer::new);
    }

    @Override
    public void listen(int communicator, Listener listener) {
        listeners.put(communicator, listener);
    }

    @Override
    public void stopListening(int communicator, Listener listener) {
        if (listeners.get(communicator) == listener) {
            listeners.remove(communicator);
        }
    }

    @Override
    public void recall(int peer, int communicator, int question) {
        if (peer == rank) {
            deliver(communicator, listener -> listener.onRecalled(rank, question));
            return;
        }
        PeerLink link = links.peer(peer);
        if (link.loss() == null) {
            Recall.encode(
                    link.room(Recall.LENGTH_BYTES),
                    link.nextSequence(),
                    numbers.applyAsInt(communicator, peer),
                    question);
        }
    }

    @Override
    public void moved(int peer, int communicator, int question, boolean taken) {
        if (peer == rank) {
            deliver(communicator, listener -> listener.onMoved(rank, question, taken));
            return;
        }
        PeerLink link = links.peer(peer);
        if (link.loss() == null) {
            QuestionState.encode(
                    link.room(QuestionState.LENGTH_BYTES),
                    link.nextSequence(),
                    numbers.applyAsInt(communicator, peer),
                    question,
                    taken);
        }
    }

    @Override
    public void answerDropped(int peer) {
        if (events != null) {
            events.answerDropped(peer);
        }
    }

    @Override
    public void refused(AskRefusal why) {
        if (events != null) {
            events.askRefused(why);
        }
    }

    private void deliver(int communicator, Consumer<Listener> news) {
        Listener listener = listeners.get(communicator);
        if (listener != null) {
            signals.step(() -> news.accept(listener));
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
            if (kind == PacketKind.RECALL) {
                int question = Recall.question(packet);
                deliver(Recall.communicator(packet), listener -> listener.onRecalled(peer, question));
            } else {
                int question = QuestionState.question(packet);
                boolean taken = QuestionState.taken(packet);
                deliver(QuestionState.communicator(packet), listener -> listener.onMoved(peer, question, taken));
            }
            return PayloadSink.NOWHERE;
        }

        @Override
        public void onLost(PeerLostException cause) {
            signals.step(() -> List.copyOf(listeners.values()).forEach(listener -> listener.onLost(peer)));
        }
    }
}
