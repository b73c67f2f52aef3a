package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.Data;
import org.reactivempi.transport.engine.packet.ProtocolException;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * The sender's half of a rendezvous: announce, wait for a receive, send.
 *
 * <pre>
 *  ANNOUNCED --clearToSend--&gt; SENDING --last piece copied--&gt; done
 *      |            |            |
 *      |            |            +-- last piece lent to the link --&gt; LEAVING --has left--&gt; done
 *      |            |
 *      |            +-- nothing accepted, or nothing to send --&gt; done
 *      +--withdrawn--&gt; cancelled
 *      +--declined--&gt; failed
 * </pre>
 */
final class RendezvousSend extends PeerSend {

    /** Small enough to stay in the cache between the copy here and the one in the kernel. */
    static final int PIECE_BYTES = 64 * 1024;

    /** Long enough for both ends to copy at the same time, undisturbed by headers. */
    private static final int DIRECT_PIECE_BYTES = 1024 * 1024;
    /** A carrier with little room left gets a piece that fits, if it is not too small to be worth it. */
    private static final int LEAST_PIECE_BYTES = 4 * 1024;

    private static final Runnable NOTHING = () -> {};

    private final BulkSends bulk;
    private @Nullable ByteBuffer memory;
    private boolean sending;
    private boolean leaving;
    private long receiveId;
    private long sentBytes;

    RendezvousSend(BulkSends bulk, long id, Outgoing message, PeerLink link, CompletionQueue signals) {
        super(id, message, link, signals);
        this.bulk = bulk;
    }

    @Override
    void onMatched() {
        throw unfitting("MATCHED");
    }

    @Override
    void onClearToSend(long receiveId, long acceptBytes) {
        if (acceptBytes != 0 && acceptBytes != message.lengthBytes()) {
            throw new ProtocolException("cleared to send " + acceptBytes + " bytes of " + message.lengthBytes()
                    + ", allowed are all and none");
        }
        this.receiveId = receiveId;
        if (acceptBytes == 0) {
            done();
        } else {
            sending = true;
            memory = link.takesMemory() ? message.directMemory() : null;
            message.met();
        }
    }

    /** Whether the receiver wants data. */
    boolean isSending() {
        return sending;
    }

    /** Gives the next piece to the link; how long it was. */
    int sendPiece() {
        return memory == null ? copyPiece() : lendPiece(memory);
    }

    private int pieceBytes(int mostBytes) {
        return (int) Math.min(mostBytes, message.lengthBytes() - sentBytes);
    }

    private int copyPiece() {
        int wanted = pieceBytes(PIECE_BYTES);
        ByteBuf packet = link.room(Data.LENGTH_BYTES + Math.min(LEAST_PIECE_BYTES, wanted), Data.LENGTH_BYTES + wanted);
        int length = Math.min(wanted, packet.writableBytes() - Data.LENGTH_BYTES);
        Data.encode(packet, link.nextSequence(), receiveId, sentBytes, length);
        Payloads.write(message, sentBytes, packet, length);
        if (sent(length)) {
            link.noteMessage();
            done();
        }
        return length;
    }

    private int lendPiece(ByteBuffer memory) {
        int length = pieceBytes(DIRECT_PIECE_BYTES);
        Data.encode(link.room(Data.LENGTH_BYTES), link.nextSequence(), receiveId, sentBytes, length);
        ByteBuffer piece = memory.slice((int) sentBytes, length);
        leaving = sent(length);
        link.write(piece, leaving ? this::onLeft : NOTHING);
        return length;
    }

    /** Whether that was all. */
    private boolean sent(int length) {
        sentBytes += length;
        sending = sentBytes < message.lengthBytes();
        return !sending;
    }

    /** All has been given to the link, which still reads the message's memory. */
    boolean isLeaving() {
        return leaving;
    }

    private void onLeft() {
        bulk.left(message);
    }

    @Override
    public String toString() {
        return sending || leaving ? "SENDING" : "ANNOUNCED";
    }
}
