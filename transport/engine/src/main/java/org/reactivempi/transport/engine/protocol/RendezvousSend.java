package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.Data;
import org.reactivempi.transport.engine.packet.ProtocolException;
import org.reactivempi.transport.engine.progress.Signals;

/**
 * The sender's half of a rendezvous: announce, wait for a receive, send.
 *
 * <pre>
 *  ANNOUNCED --clearToSend--&gt; SENDING --last piece--&gt; done
 *      |            |
 *      |            +-- nothing accepted, or nothing to send --&gt; done
 *      +--withdrawn--&gt; cancelled
 *      +--declined--&gt; failed
 * </pre>
 */
final class RendezvousSend extends PeerSend {

    /** Small enough to stay in the cache between the copy here and the one in the kernel. */
    static final int PIECE_BYTES = 64 * 1024;

    private boolean sending;
    private long receiveId;
    private long sentBytes;

    RendezvousSend(long id, Outgoing message, PeerLink link, Signals signals) {
        super(id, message, link, signals);
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
            message.met();
        }
    }

    /** Whether the receiver wants data. */
    boolean isSending() {
        return sending;
    }

    /** Copies the next piece to the link; true if it was the last, and the message's memory is free again. */
    boolean sendPiece() {
        int length = (int) Math.min(PIECE_BYTES, message.lengthBytes() - sentBytes);
        ByteBuf packet = link.room(Data.LENGTH_BYTES + length);
        Data.encode(packet, link.nextSequence(), receiveId, sentBytes, length);
        Payloads.write(message, sentBytes, packet, length);
        sentBytes += length;
        if (sentBytes < message.lengthBytes()) {
            return false;
        }
        sending = false;
        done();
        return true;
    }

    @Override
    public String toString() {
        return sending ? "SENDING" : "ANNOUNCED";
    }
}
