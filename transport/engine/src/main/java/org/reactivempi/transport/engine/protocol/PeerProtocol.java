package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Ages;
import org.reactivempi.transport.engine.event.CreditBalance;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.flow.EagerCredit;
import org.reactivempi.transport.engine.flow.Flow;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.packet.MessagePackets.Eager;
import org.reactivempi.transport.engine.packet.MessagePackets.EagerAnswered;
import org.reactivempi.transport.engine.packet.MessagePackets.Envelope;
import org.reactivempi.transport.engine.packet.MessagePackets.SendNumber;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.PayloadSink;

/**
 * The protocols with one peer: hands each packet that comes to the part that it belongs to, and ends all of them when the peer is
 * lost.
 *
 * <pre>
 *  sends    --&gt; {@link Sends}, with {@link BulkMessage} ----------------------------+
 *                                                                   +-- packets -- PeerLink
 *  receives &lt;-- {@link EagerReceives}, {@link RendezvousReceives}, by {@link Arrivals} -----+
 * </pre>
 */
final class PeerProtocol implements PeerListener {

    final PeerLink link;
    final Sends sends;
    final EagerReceives eager;
    private final RendezvousReceives rendezvous;
    private final Arrivals arrivals;
    private final Postings postings;
    private final Flow flow;
    private final @Nullable PeerWatch watch;

    PeerProtocol(PeerContext peer, Communicators communicators, Postings postings) {
        this.postings = postings;
        link = peer.link;
        flow = peer.flow;
        watch = peer.watch;
        sends = new Sends(peer, communicators.isOwn(link.rank()) ? null : communicators);
        arrivals = new Arrivals(peer, communicators);
        eager = new EagerReceives(peer, arrivals);
        rendezvous = new RendezvousReceives(peer, arrivals);
        if (watch != null) {
            flow.whenReturned(watch::credited);
        }
    }

    @Override
    public void onStanding(long creditBytes) {
        sends.onGrant();
    }

    @Override
    public void onConnected(String channel, boolean again) {
        if (watch != null) {
            watch.connected(channel, again);
        }
    }

    @Override
    public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        return switch (kind) {
            case EAGER -> eager.onEager(packet, Eager.LENGTH_BYTES, Arrivals.NOBODY_WAITS, (int) payloadBytes, false);
            case EAGER_SYNCHRONOUS, EAGER_READY ->
                eager.onEager(
                        packet,
                        EagerAnswered.LENGTH_BYTES,
                        Arrivals.checked(Envelope.sendId(packet)),
                        (int) payloadBytes,
                        kind == PacketKind.EAGER_READY);
            case DATA -> rendezvous.onData(packet, payloadBytes);
            case TRACE_CONTEXT -> watch == null ? PayloadSink.NOWHERE : watch.onHeader((int) payloadBytes);
            case SIGNATURE -> arrivals.onSignature((int) payloadBytes);
            default -> {
                onPacket(kind, packet);
                yield PayloadSink.NOWHERE;
            }
        };
    }

    private void onPacket(PacketKind kind, ByteBuf packet) {
        switch (kind) {
            case MATCHED -> sends.onMatched(SendNumber.sendId(packet));
            case REQUEST_TO_SEND, READY_TO_SEND -> rendezvous.onRequest(packet, kind == PacketKind.READY_TO_SEND);
            case CLEAR_TO_SEND -> sends.onClearToSend(packet);
            case UNREADABLE -> eager.onUnreadable(packet);
            case UNREADABLE_DATA -> rendezvous.onUnreadable(packet);
            case WITHDRAW -> arrivals.onWithdraw(SendNumber.sendId(packet));
            case WITHDRAWN -> sends.onWithdrawn(SendNumber.sendId(packet));
            case DECLINED -> sends.onDeclined(SendNumber.sendId(packet), Declined.reason(packet));
            default -> throw new IllegalStateException(kind + " says nothing of messages");
        }
    }

    @Override
    public boolean awaitsPlaceable() {
        return rendezvous.areDirect() || eager.lastWasPlaced();
    }

    @Override
    public void onLost(PeerLostException cause) {
        if (watch != null) {
            watch.lost();
        }
        cut(cause);
        // No message of the peer is on its way any more; what it has sent before is in the queue.
        postings.onLost(link.rank(), cause);
    }

    @Override
    public long storedBytes() {
        return eager.storedBytes();
    }

    @Override
    public void onForgotten() {
        postings.forget(link.rank());
    }

    /** Ends all that waits for an answer of this peer, or for the rest of a message. */
    void cut(Throwable cause) {
        // The user of a send that has failed may use its memory for something else.
        link.keepCopies();
        link.dropPayload(cause);
        sends.cut(cause);
        rendezvous.cut(cause);
        arrivals.clear();
    }

    /** Shows all operations that wait for this peer. */
    void forEachPending(Ages ages, Consumer<PendingOperation> visitor) {
        sends.forEachPending(ages, visitor);
        rendezvous.forEachPending(ages, visitor);
    }

    /** How many operations wait for the peer, or are under way with it. */
    int running() {
        return sends.running() + rendezvous.running();
    }

    /** Shows the contexts of the operations that wait for this peer, or are under way with it. */
    void forEachRunning(IntConsumer contexts) {
        sends.forEachRunning(contexts);
        rendezvous.forEachRunning(contexts);
    }

    /** How the credit for eager messages stands, both ways; null where nothing reaches the peer any more. */
    @Nullable
    CreditBalance balance() {
        return link.loss() != null ? null : balance(flow.credit());
    }

    private CreditBalance balance(EagerCredit credit) {
        return new CreditBalance(
                link.rank(),
                link.told(),
                link.heard(),
                link.isAtRest(),
                credit.left(),
                credit.window(),
                credit.room(),
                credit.unreturned(),
                link.storedBytes(),
                sends.unanswered(),
                arrivals.withdrawable());
    }

    /** Why this rank may go on without a packet of the peer, in words; null if it can't. */
    @Nullable
    String unrest() {
        if (link.loss() != null) {
            return null;
        }
        if (!link.isAtRest()) {
            return "there is no connection with rank " + link.rank() + " that is at rest";
        }
        boolean moves = running() > sends.unanswered();
        return moves ? "a message with rank " + link.rank() + " is under way" : null;
    }
}
