package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.packet.Credit;
import org.reactivempi.transport.engine.packet.Envelope;
import org.reactivempi.transport.engine.packet.PayloadSink;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * The receiver's half of eager messages: into the receive that waits, or into a copy until one comes; and credit back for what
 * is out of the way. Only the progress thread comes here.
 *
 * <p>See {@link EagerLanding} and {@link ParkedEager} for the two ways.
 */
final class EagerReceives implements Returned.Account {

    private final PeerLink link;
    private final CompletionQueue signals;
    private final EagerCredit credit;
    private final Arrivals arrivals;
    private final Answers answers;
    private final EagerLanding landing = new EagerLanding(this);
    /** Whether the last message could be placed, and so, most likely, the next. */
    private boolean lastWasPlaced;
    /** What the messages cost that probes have taken and nobody has received. */
    private long takenBytes;

    EagerReceives(PeerLink link, CompletionQueue signals, EagerCredit credit, Arrivals arrivals, Answers answers) {
        this.link = link;
        this.signals = signals;
        this.credit = credit;
        this.arrivals = arrivals;
        this.answers = answers;
    }

    /**
     * One begins.
     *
     * @param fixedBytes how long {@code packet} is in front of the payload
     * @param sendId {@link Answers#NOBODY_WAITS}, or by which its sender waits to hear of it
     * @param ready whether it fails where no receive waits
     * @return where its payload goes
     */
    PayloadSink onEager(ByteBuf packet, int fixedBytes, long sendId, int payloadBytes, boolean ready) {
        credit.onArrival(payloadBytes);
        int context = Envelope.context(packet);
        int source = Arrivals.source(packet);
        int tag = Arrivals.tag(packet);
        Posted met = arrivals.match(Protocol.EAGER, context, source, tag, payloadBytes);
        if (met instanceof Incoming receive) {
            boolean here = payloadBytes > 0 && packet.readableBytes() - fixedBytes >= payloadBytes;
            return into(receive, source, tag, sendId, payloadBytes, here);
        }
        lastWasPlaced = false;
        if (met == null && arrivals.isRefused(context, ready)) {
            consumed(payloadBytes);
            arrivals.refuse(Protocol.EAGER, context, tag, payloadBytes, sendId);
            return PayloadSink.NOWHERE;
        }
        ParkedEager message = new ParkedEager(this, context, source, tag, sendId, payloadBytes);
        arrivals.park(Protocol.EAGER, message, sendId, met);
        return message;
    }

    private PayloadSink into(Incoming receive, int source, int tag, long sendId, int payloadBytes, boolean here) {
        boolean fits = here ? receive.meetAndHold(source, tag, payloadBytes) : receive.meet(source, tag, payloadBytes);
        answers.matched(sendId);
        ByteBuffer memory = fits && payloadBytes >= Payloads.LEAST_LONG_BYTES ? receive.directMemory() : null;
        lastWasPlaced = memory != null;
        return landing.into(receive, payloadBytes, fits, memory);
    }

    boolean lastWasPlaced() {
        return lastWasPlaced;
    }

    @Override
    public void charge(long payloadBytes) {
        credit.charge(payloadBytes);
    }

    /** Gives credit back for a message that is out of the way. */
    @Override
    public void consumed(long payloadBytes) {
        long back = credit.consume(payloadBytes);
        if (back > 0 && link.loss() == null) {
            ByteBuf packet = link.room(Credit.LENGTH_BYTES);
            Credit.encode(packet, link.nextSequence(), back);
        }
    }

    @Override
    public void taken(long costBytes) {
        takenBytes += costBytes;
    }

    /** What the messages cost that wait for a receive; not those that are still coming. */
    long storedBytes(MatchQueues queues) {
        long[] stored = {takenBytes};
        queues.forEachUnexpected(message -> stored[0] += ((Parked) message).costTo(this));
        return stored[0];
    }

    Answers answers() {
        return answers;
    }

    void complete(Incoming receive) {
        signals.due(receive);
    }

    void fail(Incoming receive, Throwable cause) {
        receive.fail(cause, signals);
    }
}
