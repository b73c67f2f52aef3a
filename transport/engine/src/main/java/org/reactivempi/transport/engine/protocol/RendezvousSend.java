package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.packet.MessagePackets.Data;
import org.reactivempi.transport.engine.packet.ProtocolException;

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

    private @Nullable ByteBuffer memory;
    private boolean sending;
    private boolean leaving;
    private long receiveId;
    private long sentBytes;

    RendezvousSend(long id, Outgoing message, PeerContext peer) {
        super(id, message, peer);
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

    /**
     * Gives the next piece to the link.
     *
     * @param left hears when the link needs the memory of the whole message no more, where it is {@link #isLeaving}
     * @return how long the piece was
     */
    int sendPiece(Consumer<Outgoing> left) {
        return memory == null ? copyPiece() : lendPiece(memory, left);
    }

    private int pieceBytes(int mostBytes) {
        return (int) Math.min(mostBytes, message.lengthBytes() - sentBytes);
    }

    private int copyPiece() {
        int wanted = pieceBytes(PIECE_BYTES);
        ByteBuf packet = link.room(Data.LENGTH_BYTES + Math.min(LEAST_PIECE_BYTES, wanted), Data.LENGTH_BYTES + wanted);
        int length = Math.min(wanted, packet.writableBytes() - Data.LENGTH_BYTES);
        Data.encode(packet, link.nextSequence(), receiveId, sentBytes, length);
        message.copyTo(sentBytes, packet, length);
        if (sent(length)) {
            link.noteMessage();
            done();
        }
        return length;
    }

    private int lendPiece(ByteBuffer memory, Consumer<Outgoing> left) {
        int length = pieceBytes(DIRECT_PIECE_BYTES);
        Data.encode(link.room(Data.LENGTH_BYTES), link.nextSequence(), receiveId, sentBytes, length);
        ByteBuffer piece = memory.slice((int) sentBytes, length);
        leaving = sent(length);
        link.write(piece, leaving ? () -> left.accept(message) : NOTHING);
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

    @Override
    public String toString() {
        return sending || leaving ? "SENDING" : "ANNOUNCED";
    }
}
