package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;
import org.reactivempi.transport.engine.diagnosis.Ages;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerLostException;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.packet.ClearToSend;
import org.reactivempi.transport.engine.packet.Data;
import org.reactivempi.transport.engine.packet.Envelope;
import org.reactivempi.transport.engine.packet.PayloadSink;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * The receiver's half of rendezvous with one peer: what it announces waits for a receive, and what it has been cleared to send
 * fills that receive.
 *
 * <pre>
 *  announced --&gt; met by a receive --CLEAR_TO_SEND--&gt; {@link RendezvousReceive}, by number, until it is filled
 *            --&gt; else {@link ParkedRequest}, or refused
 * </pre>
 * Only the progress thread comes here.
 */
final class RendezvousReceives implements Unfinished {

    private final PeerLink link;
    private final CompletionQueue signals;
    private final Arrivals arrivals;
    private final Answers answers;
    private final Pending<RendezvousReceive> receives = new Pending<>("receive");
    private int direct;

    RendezvousReceives(PeerLink link, CompletionQueue signals, Arrivals arrivals, Answers answers) {
        this.link = link;
        this.signals = signals;
        this.arrivals = arrivals;
        this.answers = answers;
    }

    /** A message is announced; one that is ready fails where no receive waits. */
    void onRequest(ByteBuf packet, long sendId, long lengthBytes, boolean ready) {
        int context = Envelope.context(packet);
        int source = Arrivals.source(packet);
        int tag = Arrivals.tag(packet);
        Arrivals.checked(sendId);
        Posted met = arrivals.match(Protocol.RENDEZVOUS, context, source, tag, lengthBytes);
        if (met instanceof Incoming receive) {
            clearToSend(receive, source, tag, sendId, lengthBytes);
        } else if (met == null && arrivals.isRefused(context, ready)) {
            arrivals.refuse(Protocol.RENDEZVOUS, context, tag, lengthBytes, sendId);
        } else {
            ParkedRequest message = new ParkedRequest(this, context, source, tag, sendId, lengthBytes);
            arrivals.park(Protocol.RENDEZVOUS, message, sendId, met);
        }
    }

    /** A receive has met an announced message: asks for the data, or for none where it doesn't fit. */
    void clearToSend(Incoming receive, int source, int tag, long sendId, long lengthBytes) {
        PeerLostException loss = link.loss();
        if (loss != null) {
            receive.fail(loss, signals);
            return;
        }
        boolean wanted = receive.meet(source, tag, lengthBytes) && lengthBytes > 0;
        long receiveId = receives.nextId();
        if (wanted) {
            add(new RendezvousReceive(this, receiveId, receive, lengthBytes), receiveId);
        }
        ByteBuf packet = link.room(64);
        ClearToSend.encode(packet, link.nextSequence(), sendId, receiveId, wanted ? lengthBytes : 0);
        if (!wanted) {
            signals.due(receive);
        }
    }

    private void add(RendezvousReceive filling, long receiveId) {
        receives.put(receiveId, filling);
        direct += filling.isDirect() ? 1 : 0;
    }

    /** The next piece of a message begins; returns where it goes. */
    PayloadSink onData(ByteBuf packet, long payloadBytes) {
        RendezvousReceive receive = receives.get(Data.receiveId(packet));
        receive.expect(Data.offset(packet), payloadBytes);
        return receive;
    }

    /** All of a message has come. */
    void filled(long receiveId) {
        RendezvousReceive filled = receives.remove(receiveId);
        direct -= filled.isDirect() ? 1 : 0;
        signals.due(filled.receive());
    }

    /** Whether data is to come that can be placed. */
    boolean areDirect() {
        return direct > 0;
    }

    Answers answers() {
        return answers;
    }

    @Override
    public int size() {
        return receives.size();
    }

    @Override
    public boolean runs(int context) {
        return receives.all().stream().anyMatch(receive -> receive.receive().context() == context);
    }

    @Override
    public void forEachPending(Ages ages, Consumer<PendingOperation> visitor) {
        receives.all().forEach(receive -> {
            Incoming filling = receive.receive();
            visitor.accept(filling.pending(ages.ofOrder(filling.order()), "RECEIVING"));
        });
    }

    @Override
    public void cut(Throwable cause) {
        receives.removeAll().forEach(receive -> receive.receive().fail(cause, signals));
        direct = 0;
    }
}
