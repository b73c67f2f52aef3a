package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.match.Unexpected;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.packet.MessagePackets.Envelope;
import org.reactivempi.transport.engine.packet.MessagePackets.SendNumber;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.WholePayload;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.PayloadSink;
import org.reactivempi.transport.engine.port.ProtocolException;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * What happens to a message of one peer, or to its announcement, when it comes.
 *
 * <pre>
 *  match --&gt; a receive: it is met
 *        --&gt; a probe that takes: keep gives it to that
 *        --&gt; nothing --&gt; ready, or of a revoked communicator: refuse
 *                    --&gt; else: keep, in the queue of unexpected messages
 * </pre>
 * A message whose sender waits has the number that the sender gave it, and is answered once:
 *
 * <pre>
 *  kept --a receive meets it---&gt; MATCHED, or CLEAR_TO_SEND where it was announced
 *    |
 *    +--dropped here-----------&gt; DECLINED
 *    +--taken back by the peer-&gt; WITHDRAWN
 *    +--taken by a probe-------&gt; can't be taken back; kept again if it is put back
 * </pre>
 */
final class Arrivals {

    /** In place of a number: the sender waits for nothing. */
    static final long NOBODY_WAITS = -1;

    private final PeerLink link;
    private final MatchQueues queues;
    private final CompletionQueue signals;
    private final Communicators communicators;
    private final @Nullable PeerWatch watch;
    /** The messages that the peer may take back, by its numbers. */
    private final NumberMap<UnexpectedMessage> kept = new NumberMap<>();

    /** What the elements of the next message are, until that comes. */
    private byte @Nullable [] signature;

    Arrivals(PeerContext peer, Communicators communicators) {
        this.link = peer.link;
        this.queues = peer.rank.queues;
        this.signals = peer.rank.signals;
        this.communicators = communicators;
        this.watch = peer.watch;
    }

    /** What the elements are of the next message comes. */
    PayloadSink onSignature(int lengthBytes) {
        signature = null;
        return new WholePayload(lengthBytes, whole -> signature = whole);
    }

    /** The receive or probe that gets it, or null. */
    @Nullable
    Posted match(Protocol protocol, int context, int source, int tag, long lengthBytes) {
        Posted met = queues.arrive(context, source, tag, lengthBytes);
        if (met != null && watch != null) {
            watch.arrived(protocol, context, tag, lengthBytes, met.order(), true);
        }
        byte[] elements = signature;
        if (elements != null && met instanceof Incoming receive) {
            signature = null;
            receive.onSignature(elements);
        }
        return met;
    }

    /** Whether one that nothing has matched can't wait. */
    boolean isRefused(int context, int source, int tag, boolean ready) {
        return ready && !queues.mayBeDecided(context, source, tag)
                || communicators.isRevoked(context)
                || isOfAnother(context);
    }

    void refuse(Protocol protocol, int context, int tag, long lengthBytes, long sendId) {
        signature = null;
        if (watch != null) {
            watch.arrived(protocol, context, tag, lengthBytes, EngineListener.NO_MESSAGE, false);
        }
        declined(sendId, reason(context));
    }

    private Declined.Reason reason(int context) {
        if (communicators.isRevoked(context)) {
            return Declined.Reason.REVOKED;
        }
        return isOfAnother(context) ? Declined.Reason.RETURNED : Declined.Reason.NOT_READY;
    }

    /** Whether the peer, in this context, is a process that was lost. */
    private boolean isOfAnother(int context) {
        return communicators.former(context, link.rank()) != null;
    }

    /** Keeps a message that no receive has met; {@code met} may be a probe that takes it. */
    void keep(Protocol protocol, UnexpectedMessage message, long sendId, @Nullable Posted met) {
        message.describe(signature);
        signature = null;
        if (met != null) {
            met.take(message, signals);
            return;
        }
        if (sendId != NOBODY_WAITS && kept.put(sendId, message) != null) {
            throw new ProtocolException("send number " + sendId + " is used twice");
        }
        queues.keep(message);
        if (watch != null) {
            watch.arrived(protocol, message.context(), message.tag(), message.lengthBytes(), message.order(), false);
        }
    }

    /** A message that a probe had taken is in the queue again. */
    void keepAgain(long sendId, UnexpectedMessage message) {
        if (sendId != NOBODY_WAITS) {
            kept.put(sendId, message);
        }
    }

    /** The peer can't take the message back any more. */
    void forget(long sendId) {
        kept.remove(sendId);
    }

    /** Tells the sender that its short message has been met. */
    void matched(long sendId) {
        if (sendId != NOBODY_WAITS) {
            kept.remove(sendId);
            if (link.loss() == null) {
                SendNumber.encode(link.room(SendNumber.LENGTH_BYTES), PacketKind.MATCHED, link.nextSequence(), sendId);
            }
        }
    }

    /** Tells the sender that its message has been dropped. */
    void declined(long sendId, Declined.Reason reason) {
        if (sendId != NOBODY_WAITS) {
            kept.remove(sendId);
            if (link.loss() == null) {
                Declined.encode(link.room(Declined.LENGTH_BYTES), link.nextSequence(), sendId, reason);
            }
        }
    }

    /** The sender wants its message back; without effect if a receive was faster. */
    void onWithdraw(long sendId) {
        UnexpectedMessage message = kept.remove(sendId);
        if (message == null) {
            return;
        }
        queues.remove(message);
        message.withdrawn();
        if (link.loss() == null) {
            SendNumber.encode(link.room(SendNumber.LENGTH_BYTES), PacketKind.WITHDRAWN, link.nextSequence(), sendId);
        }
    }

    /** How many messages the peer may take back. */
    int withdrawable() {
        return kept.size();
    }

    /** Shows the messages of all peers that wait for a receive. */
    void forEachKept(Consumer<Unexpected> visitor) {
        queues.forEachUnexpected(visitor);
    }

    /** The peer hears nothing any more. */
    void clear() {
        kept.clear();
    }

    /** The sender, as its packet names it: it may name no other rank than the peer is in the communicator of its context. */
    int source(ByteBuf packet) {
        int source = checked("source", Envelope.source(packet));
        int context = Envelope.context(packet);
        if (!ContextId.isContext(context)) {
            throw new ProtocolException("context " + context + " is none that a communicator uses");
        }
        if (!communicators.mayBe(context, source, link.rank())) {
            throw new ProtocolException(
                    "source " + source + " in context " + context + " is another rank than " + link.rank());
        }
        return source;
    }

    /** The tag, as its packet names it. */
    static int tag(ByteBuf packet) {
        return checked("tag", Envelope.tag(packet));
    }

    private static int checked(String what, int value) {
        if (value < 0) {
            throw new ProtocolException(what + " " + value + " is negative");
        }
        return value;
    }

    /** The number of a send whose sender waits. */
    static long checked(long sendId) {
        if (sendId < 0) {
            throw new ProtocolException("send number " + sendId + " is negative");
        }
        return sendId;
    }
}
