package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.diagnosis.Ages;
import org.reactivempi.transport.engine.diagnosis.Evidence;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.link.PeerLostException;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.packet.MessagePackets.Credit;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.packet.MessagePackets.Eager;
import org.reactivempi.transport.engine.packet.MessagePackets.EagerAnswered;
import org.reactivempi.transport.engine.packet.MessagePackets.Envelope;
import org.reactivempi.transport.engine.packet.MessagePackets.SendNumber;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PayloadSink;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * The protocols with one peer: hands each packet that comes to the part that it belongs to, and ends all of them when the peer is
 * lost.
 *
 * <pre>
 *  sends    --&gt; {@link Sends}, with {@link HeldSends} and {@link BulkSends} --------------------+
 *                                                                      +-- packets -- PeerLink
 *  receives &lt;-- {@link EagerReceives}, {@link RendezvousReceives}, by {@link Arrivals} ----+
 * </pre>
 */
final class PeerProtocol implements PeerListener {

    private final PeerLink link;
    private final MatchQueues queues;
    private final CompletionQueue signals;
    private final EagerCredit credit;
    private final @Nullable PeerWatch watch;

    private final Sends sends;
    private final BulkSends bulk;
    private final EagerReceives eager;
    private final RendezvousReceives rendezvous;
    private final Arrivals arrivals;
    /** In the order in which they end with the peer. */
    private final List<Unfinished> unfinished;

    PeerProtocol(PeerContext peer, Communicators communicators) {
        link = peer.link;
        queues = peer.rank.queues;
        signals = peer.rank.signals;
        credit = peer.credit;
        watch = peer.watch;
        HeldSends held = new HeldSends(peer);
        bulk = new BulkSends(peer);
        sends = new Sends(peer, held, bulk);
        arrivals = new Arrivals(peer, communicators);
        eager = new EagerReceives(peer, arrivals);
        rendezvous = new RendezvousReceives(peer, arrivals);
        unfinished = List.of(held, sends, bulk, rendezvous);
    }

    /** Starts a message to this peer. */
    void send(Outgoing message) {
        sends.send(message);
    }

    @Override
    public void onStanding(long creditBytes) {
        sends.onGrant(creditBytes);
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
            case CREDIT -> sends.onCredit(Credit.bytes(packet));
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
    public void onWritable() {
        bulk.pumpLater();
    }

    @Override
    public void onLost(PeerLostException cause) {
        if (watch != null) {
            watch.lost();
        }
        cut(cause);
        // No message of the peer is on its way any more; what it has sent before is in the queue.
        queues.withdrawAll(link.rank()).forEach(receive -> receive.fail(cause, signals));
    }

    /** Ends all that waits for an answer of this peer, or for the rest of a message. */
    void cut(Throwable cause) {
        // The user of a send that has failed may use its memory for something else.
        link.keepCopies();
        link.dropPayload(cause);
        unfinished.forEach(operations -> operations.cut(cause));
        arrivals.clear();
    }

    /** Takes back the sends of a revoked communicator that wait for the peer; those that are under way go to their end. */
    void revoke(int communicator, Throwable cause) {
        sends.revoke(communicator, cause);
    }

    /** Why the peer is lost, or null. */
    @Nullable
    PeerLostException loss() {
        return link.loss();
    }

    /** Ends a receive that is posted for this peer, if the peer is lost. */
    void failIfLost(Posted receive) {
        PeerLostException loss = link.loss();
        if (loss != null && queues.withdraw(receive)) {
            receive.fail(loss, signals);
        }
    }

    /** The account of the peer's messages that wait here for a receive. */
    UnexpectedMessage.Account account() {
        return eager;
    }

    /** The peer's rank in the job. */
    int rank() {
        return link.rank();
    }

    /** Shows all operations that wait for this peer. */
    void forEachPending(Ages ages, Consumer<PendingOperation> visitor) {
        unfinished.forEach(operations -> operations.forEachPending(ages, visitor));
    }

    /** How many sends wait for the peer to receive. */
    int waitingSends() {
        return sends.size();
    }

    /** How many operations wait for the peer, or are under way with it. */
    int running() {
        return unfinished.stream().mapToInt(Unfinished::size).sum();
    }

    /** Whether an operation with this context waits for this peer. */
    boolean runs(int context) {
        return unfinished.stream().anyMatch(operations -> operations.runs(context));
    }

    /** Shows how many packets have gone to the peer, and how many have come from it. */
    void count(Evidence.LinkVisitor visitor) {
        visitor.accept(link.rank(), link.told(), link.heard());
    }

    /** How the credit for eager messages stands, both ways; null where nothing reaches the peer any more. */
    @Nullable
    CreditBalance balance() {
        return link.loss() != null
                ? null
                : new CreditBalance(
                        link.rank(),
                        link.told(),
                        link.heard(),
                        link.isAtRest(),
                        credit.left(),
                        credit.window(),
                        credit.room(),
                        credit.unreturned(),
                        eager.storedBytes(queues),
                        sends.size(),
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
        boolean moves = running() > waitingSends();
        return moves ? "a message with rank " + link.rank() + " is under way" : null;
    }
}
