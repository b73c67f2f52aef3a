package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Ages;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.MessagePackets.Data;
import org.reactivempi.transport.engine.packet.MessagePackets.UnreadableData;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * Long messages that a peer has cleared to send: they leave piece by piece, as fast as the link takes them.
 *
 * <pre>
 *  add --&gt; SENDING: the first has its turn --last piece copied-------------------------&gt; done
 *              ^                |          --last piece lent to the link, or to the peer--&gt; LEAVING --left--&gt; done
 *              +--- behind the others, after 1 MiB
 * </pre>
 * Many pieces of one message in a row find their memory in the cache; after 1 MiB another message
 * has its turn, so that none waits behind a very long one (PRG-6).
 */
final class BulkSends {

    /** Small enough to stay in the cache between the copy here and the one in the kernel. */
    static final int PIECE_BYTES = 64 * 1024;

    /** Long enough for both ends to copy at the same time, undisturbed by headers. */
    private static final int DIRECT_PIECE_BYTES = 1024 * 1024;
    /** A carrier with little room left gets a piece that fits, if it is not too small to be worth it. */
    private static final int LEAST_PIECE_BYTES = 4 * 1024;

    /** From here on a block that the system reads itself costs less than its copy */
    private static final int LEAST_LENT_BYTES = RankContext.LEAST_DIRECT_BYTES;

    private static final int MOST_BYTES_IN_A_ROW = 1024 * 1024;

    private final PeerLink link;
    private final CompletionQueue signals;
    private final Executor loop;
    /** In the order of their turns. */
    private final Queue<Sending> sending = new ArrayDeque<>();
    /** Messages of which all pieces are given to the link, and whose memory is still read, in the order in which they leave. */
    private final Queue<Sending> leaving = new ArrayDeque<>();

    /** How much of the message has been sent whose turn it is; the turn goes on when a full connection takes more again. */
    private long sentInARow;

    private boolean pumpScheduled;

    BulkSends(PeerContext peer) {
        this.link = peer.link;
        this.signals = peer.rank.signals;
        this.loop = peer.rank.loop;
    }

    /** A message, from its first piece to its last. */
    private final class Sending {

        private final Outgoing message;
        private final long receiveId;
        private final int since;
        /** Whether the message may have blocks in direct memory, of which those that are long enough are not copied. */
        private boolean lends;
        /** Whether the peer is in this JVM, and copies the message itself: then what it has not given back, in its order. */
        private final @Nullable Queue<LentPiece> pieces;

        private long sentBytes;
        /** How many pieces the link or the peer still reads. */
        private int lent;
        /** What its memory has thrown: no more pieces follow, or none that matter. */
        private @Nullable Throwable unreadable;

        Sending(Outgoing message, long receiveId, int since) {
            this.message = message;
            this.receiveId = receiveId;
            this.since = since;
            this.lends = link.takesMemory();
            this.pieces = link.lends() && message.mayBeLent() ? new ArrayDeque<>() : null;
        }

        private boolean isSent() {
            return sentBytes == message.lengthBytes();
        }

        /** Gives the next piece to the link; how long it was. */
        private int sendPiece() {
            if (pieces != null) {
                return lendToPeer(pieces);
            }
            if (!lends) {
                return copyPiece(PIECE_BYTES);
            }
            ByteBuffer block;
            try {
                block = message.directMemory(sentBytes, DIRECT_PIECE_BYTES);
            } catch (Throwable thrown) {
                return sendUnreadable(thrown);
            }
            if (block == null) {
                lends = false;
                return copyPiece(PIECE_BYTES);
            }
            boolean isLong = block.remaining() >= LEAST_LENT_BYTES && link.takesMemory();
            return isLong ? lendPiece(block) : copyPiece(Math.min(PIECE_BYTES, block.remaining()));
        }

        private int copyPiece(int mostBytes) {
            int wanted = (int) Math.min(mostBytes, message.lengthBytes() - sentBytes);
            ByteBuf packet =
                    link.room(Data.LENGTH_BYTES + Math.min(LEAST_PIECE_BYTES, wanted), Data.LENGTH_BYTES + wanted);
            int length = Math.min(wanted, packet.writableBytes() - Data.LENGTH_BYTES);
            try {
                message.copyTo(sentBytes, packet, Data.LENGTH_BYTES, length);
            } catch (Throwable thrown) {
                return sendUnreadable(thrown);
            }
            Data.encode(packet, link.nextSequence(), receiveId, sentBytes, length);
            packet.writerIndex(packet.writerIndex() + length);
            sentBytes += length;
            if (isSent()) {
                link.noteMessage();
                endOrLeave();
            }
            return length;
        }

        /** The last that the peer hears of the message, in place of its rest. */
        private int sendUnreadable(Throwable thrown) {
            unreadable = thrown;
            int rest = (int) Math.min(message.lengthBytes() - sentBytes, MOST_BYTES_IN_A_ROW);
            sentBytes = message.lengthBytes();
            UnreadableData.encode(link.room(UnreadableData.LENGTH_BYTES), link.nextSequence(), receiveId);
            endOrLeave();
            return rest;
        }

        private int lendPiece(ByteBuffer block) {
            int length = block.remaining();
            Data.encode(link.room(Data.LENGTH_BYTES), link.nextSequence(), receiveId, sentBytes, length);
            sentBytes += length;
            lent++;
            if (isSent()) {
                endOrLeave();
            }
            link.write(block, this::returned);
            return length;
        }

        private int lendToPeer(Queue<LentPiece> lentPieces) {
            int length = (int) Math.min(DIRECT_PIECE_BYTES, message.lengthBytes() - sentBytes);
            Data.encode(link.room(Data.LENGTH_BYTES), link.nextSequence(), receiveId, sentBytes, length);
            LentPiece piece = new LentPiece(
                    message,
                    sentBytes,
                    length,
                    () -> signals.step(() -> {
                        Throwable thrown = lentPieces.remove().unreadable();
                        unreadable = unreadable == null ? thrown : unreadable;
                        returned();
                    }));
            lentPieces.add(piece);
            sentBytes += length;
            lent++;
            if (isSent()) {
                endOrLeave();
            }
            link.lend(piece);
            return length;
        }

        /** The peer is lost: its memory is the user's again. */
        private void fail(Throwable cause) {
            if (pieces != null) {
                pieces.forEach(LentPiece::revoke);
            }
            message.fail(cause, signals);
        }

        /** All pieces are given to the link. */
        private void endOrLeave() {
            if (lent == 0) {
                end();
            } else {
                leaving.add(this);
            }
        }

        private void end() {
            if (unreadable == null) {
                signals.due(message);
            } else {
                message.fail(UnreadableException.here(unreadable), signals);
            }
        }

        /** Nobody reads a piece any more, nor any before that. */
        private void returned() {
            lent--;
            if (lent == 0 && isSent() && leaving.remove(this)) {
                end();
            }
        }
    }

    /** Sends a message whose receive has this number, and which waits since a tick of the stall detector. */
    void add(Outgoing cleared, long receiveId, int since) {
        sending.add(new Sending(cleared, receiveId, since));
        pump();
    }

    /** Sends the next pieces, as long as the connection takes them, and 1 MiB at most, so that other links get their turn. */
    private void pump() {
        for (long left = MOST_BYTES_IN_A_ROW; left > 0 && !sending.isEmpty() && link.isWritable(); ) {
            left -= sendPiece();
        }
        if (!sending.isEmpty() && link.isWritable()) {
            pumpLater();
        }
    }

    /** Sends the next piece of the message whose turn it is; how long it was. */
    private int sendPiece() {
        Sending next = sending.element();
        int sent = next.sendPiece();
        sentInARow += sent;
        if (next.isSent()) {
            sending.remove();
            sentInARow = 0;
        } else if (sentInARow >= MOST_BYTES_IN_A_ROW) {
            sending.add(sending.remove());
            sentInARow = 0;
        }
        return sent;
    }

    /** Goes on in the next turn of the loop; also when the connection takes more again. */
    void pumpLater() {
        if (!pumpScheduled) {
            pumpScheduled = true;
            loop.execute(() -> {
                pumpScheduled = false;
                signals.step(this::pump);
            });
        }
    }

    int size() {
        return sending.size() + leaving.size();
    }

    boolean runs(int context) {
        return sending.stream().anyMatch(send -> send.message.context() == context)
                || leaving.stream().anyMatch(send -> send.message.context() == context);
    }

    void forEachPending(Ages ages, Consumer<PendingOperation> visitor) {
        sending.forEach(send -> visitor.accept(send.message.pending(ages.ofTick(send.since), "SENDING")));
        leaving.forEach(send -> visitor.accept(send.message.pending(Duration.ZERO, "SENDING")));
    }

    void cut(Throwable cause) {
        sending.forEach(send -> send.fail(cause));
        sending.clear();
        leaving.forEach(send -> send.fail(cause));
        leaving.clear();
    }
}
