package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.diagnosis.Ages;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.packet.MessagePackets.SendNumber;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.ProtocolException;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * A send that a peer owes an answer: a short message that is synchronous or ready, which has been sent whole and waits to be met.
 *
 * <pre>
 *  SENT --matched--&gt; done
 *    |
 *    +--withdrawn--&gt; cancelled, or failed where its communicator is revoked
 *    +--declined---&gt; failed
 * </pre>
 * A {@link RendezvousSend} is announced instead, and has to be cleared.
 */
class PeerSend implements Outgoing.AwaitedSend {

    final long id;
    final Outgoing message;
    final PeerLink link;
    final CompletionQueue signals;
    private final int since;
    private boolean withdrawing;
    private @Nullable Throwable revoked;

    PeerSend(long id, Outgoing message, PeerContext peer) {
        this.id = id;
        this.message = message;
        this.link = peer.link;
        this.signals = peer.rank.signals;
        this.since = signals.tick();
        message.await(this);
    }

    /** A receive has met the message, which was sent with its announcement. */
    void onMatched() {
        done();
    }

    /** A receive has met the message: send {@code acceptBytes} of it. */
    void onClearToSend(long receiveId, long acceptBytes) {
        throw unfitting("CLEAR_TO_SEND");
    }

    @Override
    public final void withdraw() {
        if (message.awaited() == this && link.loss() == null) {
            withdrawing = true;
            ByteBuf packet = link.room(SendNumber.LENGTH_BYTES);
            SendNumber.encode(packet, PacketKind.WITHDRAW, link.nextSequence(), id);
        }
    }

    /** Its communicator is revoked: it fails with {@code cause}, unless its receiver has matched it. */
    final void revoke(Throwable cause) {
        revoked = cause;
        if (!withdrawing) {
            withdraw();
        }
    }

    final void onWithdrawn() {
        if (!withdrawing) {
            throw unfitting("WITHDRAWN");
        }
        if (revoked != null) {
            fail(revoked);
        } else {
            message.cancel(signals);
        }
    }

    final void onDeclined(Declined.Reason reason) {
        if (reason == Declined.Reason.NOT_READY && message.mode() != SendMode.READY) {
            throw unfitting("DECLINED as not ready");
        }
        fail(DeclinedException.of(link.rank(), reason));
    }

    /** How it stands, for diagnosis. */
    final PendingOperation pending(Ages ages) {
        return message.pending(ages.ofTick(since), toString());
    }

    final void fail(Throwable failure) {
        message.fail(failure, signals);
    }

    final void done() {
        message.met();
        signals.due(message);
    }

    final ProtocolException unfitting(String packet) {
        return new ProtocolException(packet + " for send " + id + ", which is " + this);
    }

    /** How far it has come, in a word. */
    @Override
    public String toString() {
        return "eager";
    }
}
