package org.reactivempi.transport.engine.protocol;

import org.reactivempi.transport.engine.packet.Declined;

/** A message that a peer has announced, and whose receive has not come: it stays where it is. */
final class ParkedRequest extends Parked {

    private final PeerProtocol peer;
    private final long sendId;
    private final long lengthBytes;

    ParkedRequest(PeerProtocol peer, int context, int source, int tag, long sendId, long lengthBytes) {
        super(context, source, tag);
        this.peer = peer;
        this.sendId = sendId;
        this.lengthBytes = lengthBytes;
    }

    @Override
    public long lengthBytes() {
        return lengthBytes;
    }

    @Override
    String state() {
        return "ANNOUNCED";
    }

    @Override
    void deliver(Incoming receive) {
        peer.forgetParked(sendId);
        peer.clearToSend(receive, source(), tag(), sendId, lengthBytes);
    }

    @Override
    void taken() {
        peer.forgetParked(sendId);
    }

    @Override
    void putBack() {
        peer.parkAgain(sendId, this);
    }

    @Override
    void drop(Declined.Reason reason) {
        peer.decline(sendId, reason);
    }
}
