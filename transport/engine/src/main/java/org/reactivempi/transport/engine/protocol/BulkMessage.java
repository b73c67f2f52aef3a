package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Ages;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.flow.BulkSend;
import org.reactivempi.transport.engine.flow.LentPiece;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.MessagePackets.Data;
import org.reactivempi.transport.engine.packet.MessagePackets.UnreadableData;
import org.reactivempi.transport.engine.port.EngineException.UnreadableException;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.Outgoing;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/** A long message that its peer has cleared to send. */
final class BulkMessage extends BulkSend {

    private final Outgoing message;
    private final long receiveId;
    /** The tick of the stall detector at its start. */
    private final int since;

    private final CompletionQueue signals;

    /** A message whose receive has this number. */
    BulkMessage(PeerContext peer, Outgoing message, long receiveId, int since) {
        super(peer.flow, message.lengthBytes(), peer.link.lends() && message.mayBeLent());
        this.message = message;
        this.receiveId = receiveId;
        this.since = since;
        this.signals = peer.rank.signals;
    }

    int context() {
        return message.context();
    }

    /** How it stands, for diagnosis. */
    PendingOperation pending(Ages ages) {
        return message.pending(isSent() ? Duration.ZERO : ages.ofTick(since), "SENDING");
    }

    /**
     * Copies all of a piece of this message to a receive that has met it; on the receiver's thread, while the piece is claimed.
     *
     * @return false if the sender's memory could not be read, which the sender sees when it has the piece back
     */
    boolean copyTo(Incoming receive, LentPiece piece, MemoryCopy copies) {
        try {
            copies.copy(message, receive, piece.from(), piece.lengthBytes());
            return true;
        } catch (Throwable thrown) {
            piece.unreadable(thrown);
            return false;
        }
    }

    @Override
    protected int headerBytes() {
        return Data.LENGTH_BYTES;
    }

    @Override
    protected void encode(ByteBuf packet, int sequence, long offset, int length) {
        Data.encode(packet, sequence, receiveId, offset, length);
    }

    @Override
    protected void sendUnreadable(PeerLink to) {
        UnreadableData.encode(to.room(UnreadableData.LENGTH_BYTES), to.nextSequence(), receiveId);
    }

    @Override
    protected void copyTo(long position, ByteBuffer target) {
        message.copyTo(position, target);
    }

    @Override
    protected @Nullable ByteBuffer directMemory(long position, int most) {
        return message.directMemory(position, most);
    }

    @Override
    protected void onSent() {
        signals.due(message);
    }

    @Override
    protected void onUnreadable(Throwable thrown) {
        message.fail(UnreadableException.here(thrown), signals);
    }

    @Override
    protected void onCut(Throwable cause) {
        message.fail(cause, signals);
    }
}
