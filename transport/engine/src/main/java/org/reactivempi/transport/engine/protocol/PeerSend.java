package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Ages;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.packet.MessagePackets.SendNumber;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.port.Outgoing;
import org.reactivempi.transport.engine.port.ProtocolException;
import org.reactivempi.transport.engine.port.SendMode;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * A send that a peer owes an answer: a short message that is synchronous or ready, which has been sent whole, or one that has only
 * been announced.
 *
 * <pre>
 *  SENT --matched------&gt; done
 *  ANNOUNCED --cleared-&gt; to be sent by a {@link BulkMessage}, or done where nothing is to be sent
 *  both --withdrawn----&gt; cancelled, or failed where its communicator is revoked
 *       --declined-----&gt; failed
 * </pre>
 */
final class PeerSend implements Outgoing.AwaitedSend {

    final Outgoing message;
    /** The tick of the stall detector at its start. */
    final int since;

    private final long id;
    private final boolean announced;
    private final PeerLink link;
    private final CompletionQueue signals;
    private boolean withdrawing;
    private @Nullable Throwable revoked;

    PeerSend(long id, Outgoing message, boolean announced, PeerContext peer) {
        this.id = id;
        this.message = message;
        this.announced = announced;
        this.link = peer.link;
        this.signals = peer.rank.signals;
        this.since = signals.tick();
        message.await(this);
    }

    /** A receive has met the message, which was sent with its announcement. */
    void onMatched() {
        if (announced) {
            throw unfitting("MATCHED");
        }
        done();
    }

    /** A receive has met the message: send {@code acceptBytes} of it. */
    void onClearToSend(long acceptBytes) {
        if (!announced) {
            throw unfitting("CLEAR_TO_SEND");
        }
        if (acceptBytes != 0 && acceptBytes != message.lengthBytes()) {
            throw new ProtocolException("cleared to send " + acceptBytes + " bytes of " + message.lengthBytes()
                    + ", allowed are all and none");
        }
        if (acceptBytes == 0) {
            done();
        } else {
            message.met();
        }
    }

    @Override
    public void withdraw() {
        if (message.awaited() == this && link.loss() == null) {
            withdrawing = true;
            ByteBuf packet = link.room(SendNumber.LENGTH_BYTES);
            SendNumber.encode(packet, PacketKind.WITHDRAW, link.nextSequence(), id);
        }
    }

    /** Its communicator is revoked, or has another process in the receiver's place: it fails with {@code cause}, unless its receiver has matched it. */
    void revoke(Throwable cause) {
        revoked = cause;
        if (!withdrawing) {
            withdraw();
        }
    }

    void onWithdrawn() {
        if (!withdrawing) {
            throw unfitting("WITHDRAWN");
        }
        if (revoked != null) {
            fail(revoked);
        } else {
            message.cancel(signals);
        }
    }

    void onDeclined(Declined.Reason reason) {
        if (reason == Declined.Reason.NOT_READY && message.mode() != SendMode.READY) {
            throw unfitting("DECLINED as not ready");
        }
        fail(revoked == null ? reason.failure(link.rank()) : revoked);
    }

    /** How it stands, for diagnosis. */
    PendingOperation pending(Ages ages) {
        return message.pending(ages.ofTick(since), toString());
    }

    void fail(Throwable failure) {
        message.fail(failure, signals);
    }

    private void done() {
        message.met();
        signals.due(message);
    }

    private ProtocolException unfitting(String packet) {
        return new ProtocolException(packet + " for send " + id + ", which is " + this);
    }

    /** How far it has come, in a word. */
    @Override
    public String toString() {
        return announced ? "ANNOUNCED" : "eager";
    }
}
