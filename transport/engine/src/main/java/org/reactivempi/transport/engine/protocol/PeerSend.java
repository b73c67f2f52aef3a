package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.diagnosis.Ages;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.Declined;
import org.reactivempi.transport.engine.packet.ProtocolException;
import org.reactivempi.transport.engine.packet.Withdraw;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/** What both kinds of sends that wait for a peer share: the message, its number, and how it may end early. */
abstract class PeerSend implements AwaitedSend {

    final long id;
    final Outgoing message;
    final PeerLink link;
    final CompletionQueue signals;
    private final int since;
    private boolean withdrawing;
    private @Nullable Throwable revoked;

    PeerSend(long id, Outgoing message, PeerLink link, CompletionQueue signals) {
        this.id = id;
        this.message = message;
        this.link = link;
        this.signals = signals;
        this.since = signals.tick();
        message.await(this);
    }

    /** A receive has met the message, which was sent with its announcement. */
    abstract void onMatched();

    /** A receive has met the message: send {@code acceptBytes} of it. */
    abstract void onClearToSend(long receiveId, long acceptBytes);

    @Override
    public final void withdraw() {
        if (message.awaited() == this && link.loss() == null) {
            withdrawing = true;
            ByteBuf packet = link.room(Withdraw.LENGTH_BYTES);
            Withdraw.encode(packet, link.nextSequence(), id);
        }
    }

    /** Its communicator is revoked: it ends as that, unless its receiver has matched it. */
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
}
