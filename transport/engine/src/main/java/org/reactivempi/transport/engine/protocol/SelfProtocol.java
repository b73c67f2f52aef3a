package org.reactivempi.transport.engine.protocol;

import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.packet.Declined;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/** Messages to oneself: from memory to memory, without a packet. */
final class SelfProtocol implements Returned.Account {

    private static final int PIECE_BYTES = 64 * 1024;

    private final MatchQueues queues;
    private final CompletionQueue signals;
    private final long eagerLimitBytes;
    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
    private final Set<OwnMessage> taken = new LinkedHashSet<>();
    private final int rank;
    private final @Nullable Events events;
    /** Of the message that is being sent. */
    private byte @Nullable [] header;

    private final long creditBytes;
    private long bufferableBytes;
    /** What the copies cost that probes have taken and nobody has received. */
    private long takenBytes;

    /**
     * The protocol with oneself.
     *
     * @param queues this rank's
     * @param signals this rank's
     * @param eagerLimitBytes the longest message that is buffered
     * @param creditBytes how much is buffered in all
     * @param rank this rank
     * @param events who watches, if anybody does
     */
    SelfProtocol(
            MatchQueues queues,
            CompletionQueue signals,
            long eagerLimitBytes,
            long creditBytes,
            int rank,
            @Nullable Events events) {
        this.queues = queues;
        this.signals = signals;
        this.eagerLimitBytes = eagerLimitBytes;
        this.creditBytes = creditBytes;
        this.bufferableBytes = creditBytes;
        this.rank = rank;
        this.events = events;
    }

    /** Starts a send to this rank. */
    void send(Outgoing message) {
        if (events != null) {
            header = events.header(message);
            message.leaves(events, Protocol.OWN);
        }
        Posted met = queues.arrive(message.context(), message.source(), message.tag(), message.lengthBytes());
        if (met != null) {
            arrived(message, met.order(), true);
        }
        if (met instanceof Incoming receive) {
            transfer(message, receive);
        } else if (met instanceof Receiver probe) {
            probe.take(park(message), signals);
        } else if (message.mode() == SendMode.READY) {
            arrived(message, EngineListener.NO_MESSAGE, false);
            message.fail(new DeclinedException(message.destination(), Declined.Reason.NOT_READY), signals);
        } else {
            Parked waiting = park(message);
            queues.keep(waiting);
            arrived(message, waiting.order(), false);
        }
    }

    private void arrived(Outgoing message, long order, boolean expected) {
        if (events != null) {
            events.arrived(
                    Protocol.OWN, message.context(), rank, message.tag(), message.lengthBytes(), order, expected);
            if (header != null) {
                events.header(order, header);
            }
        }
    }

    private Parked park(Outgoing message) {
        boolean buffered = message.mode() == SendMode.STANDARD
                && message.lengthBytes() <= eagerLimitBytes
                && EagerCredit.cost(message.lengthBytes()) <= bufferableBytes;
        return buffered ? buffer(message) : new OwnMessage(this, message);
    }

    private Parked buffer(Outgoing message) {
        charge(message.lengthBytes());
        Parked copy = new OwnCopy(this, message);
        signals.due(message);
        return copy;
    }

    @Override
    public void charge(long lengthBytes) {
        bufferableBytes -= EagerCredit.cost(lengthBytes);
    }

    /** A buffered message has been received. */
    @Override
    public void consumed(long lengthBytes) {
        bufferableBytes += EagerCredit.cost(lengthBytes);
    }

    @Override
    public void taken(long costBytes) {
        takenBytes += costBytes;
    }

    /** How the share of messages to oneself stands. */
    CreditBalance balance() {
        long[] stored = {takenBytes};
        queues.forEachUnexpected(message -> stored[0] += ((Parked) message).costTo(this));
        return CreditBalance.ofSelf(rank, creditBytes, bufferableBytes, stored[0]);
    }

    void transfer(Outgoing message, Incoming receive) {
        if (receive.meet(message.source(), message.tag(), message.lengthBytes())) {
            for (long at = 0; at < message.lengthBytes(); at += PIECE_BYTES) {
                piece.clear().limit((int) Math.min(PIECE_BYTES, message.lengthBytes() - at));
                message.copyTo(at, piece);
                receive.fill(at, piece.flip());
            }
        }
        message.met();
        ended(message);
        signals.due(receive);
    }

    void complete(Incoming receive) {
        signals.due(receive);
    }

    /** A message ends in the queue, without having been received. */
    void unqueue(OwnMessage parked) {
        queues.remove(parked);
    }

    /** A message, in no queue, ends. */
    void ended(Outgoing message) {
        signals.due(message);
    }

    /** A probe has taken a message. */
    void hold(OwnMessage message) {
        taken.add(message);
    }

    /** A message that a probe may have taken is received, or queued again. */
    void release(OwnMessage message) {
        taken.remove(message);
    }

    /** How many sends wait for a receive of this rank. */
    int waits() {
        int[] waiting = {taken.size()};
        queues.forEachUnexpected(message -> waiting[0] += message instanceof OwnMessage ? 1 : 0);
        return waiting[0];
    }

    /** The messages that probes have taken and nobody has received. */
    List<OwnMessage> taken() {
        return List.copyOf(taken);
    }
}
