package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.diagnosis.Ages;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.packet.ClearToSend;
import org.reactivempi.transport.engine.packet.Declined;

/**
 * Sends that a peer owes an answer, by their number: it says for each of them, once, that a receive has met it, that it is
 * cleared to send, withdrawn, or declined.
 *
 * <p>A send leaves its place only when the answer fits it: else it must be found when the link is lost.
 */
final class UnansweredSends implements Unfinished {

    private final Pending<PeerSend> sends = new Pending<>("send");
    private final BulkSends bulk;
    private final @Nullable PeerWatch watch;

    UnansweredSends(BulkSends bulk, @Nullable PeerWatch watch) {
        this.bulk = bulk;
        this.watch = watch;
    }

    /** The number of the next send. */
    long nextId() {
        return sends.nextId();
    }

    void add(PeerSend send) {
        sends.put(send.id, send);
    }

    void onMatched(long sendId) {
        sends.get(sendId).onMatched();
        sends.remove(sendId);
    }

    void onClearToSend(ByteBuf packet) {
        long sendId = ClearToSend.sendId(packet);
        long acceptBytes = ClearToSend.acceptBytes(packet);
        PeerSend send = sends.get(sendId);
        send.onClearToSend(ClearToSend.receiveId(packet), acceptBytes);
        sends.remove(sendId);
        if (watch != null) {
            watch.cleared(send.message, acceptBytes);
        }
        if (send instanceof RendezvousSend cleared && cleared.isSending()) {
            bulk.add(cleared);
        }
    }

    void onDeclined(long sendId, Declined.Reason reason) {
        sends.get(sendId).onDeclined(reason);
        sends.remove(sendId);
    }

    void onWithdrawn(long sendId) {
        sends.get(sendId).onWithdrawn();
        sends.remove(sendId);
    }

    /** Takes back what belongs to a communicator that is revoked. */
    void revoke(int communicator, Throwable cause) {
        for (PeerSend send : sends.all()) {
            if (ContextId.communicator(send.message.context()) == communicator) {
                send.revoke(cause);
            }
        }
    }

    @Override
    public int size() {
        return sends.size();
    }

    @Override
    public boolean runs(int context) {
        return sends.all().stream().anyMatch(send -> send.message.context() == context);
    }

    @Override
    public void forEachPending(Ages ages, Consumer<PendingOperation> visitor) {
        sends.all().forEach(send -> visitor.accept(send.pending(ages)));
    }

    @Override
    public void cut(Throwable cause) {
        sends.removeAll().forEach(send -> send.fail(cause));
    }
}
