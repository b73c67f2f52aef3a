package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.packet.ProtocolException;

/**
 * The receiver's half of a rendezvous: cleared to send, it fills the receive piece by piece.
 *
 * <pre>
 *  CLEARED --data--&gt; FILLING --last byte--&gt; complete
 * </pre>
 */
final class RendezvousReceive implements Landing {

    private final PeerProtocol peer;
    private final long id;
    private final Incoming receive;
    private final long lengthBytes;
    private long at;

    RendezvousReceive(PeerProtocol peer, long id, Incoming receive, long lengthBytes) {
        this.peer = peer;
        this.id = id;
        this.receive = receive;
        this.lengthBytes = lengthBytes;
    }

    /** Checks the next piece before its payload comes. */
    void expect(long offset, long payloadBytes) {
        if (offset != at || payloadBytes <= 0 || payloadBytes > lengthBytes - at) {
            throw new ProtocolException("data for receive " + id + " with " + payloadBytes + " bytes at " + offset
                    + ", expected up to " + (lengthBytes - at) + " at " + at);
        }
    }

    @Override
    public void land(ByteBuf bytes, int length) {
        Payloads.read(bytes, length, receive, at);
        at += length;
    }

    @Override
    public void landed() {
        if (at == lengthBytes) {
            peer.filled(id);
            peer.complete(receive);
        }
    }

    /** Fails with the peer, which knows it by its number. */
    @Override
    public void lost(Throwable cause) {}

    Incoming receive() {
        return receive;
    }
}
