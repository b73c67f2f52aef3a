package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.packet.Declined;

/** An eager message without a receive: an exact copy of its payload. */
final class ParkedEager extends Stored implements Landing {

    private static final long DROPPED = -2;

    private final PeerProtocol peer;
    private long sendId;
    private int at;

    /** {@code sendId} is {@link PeerProtocol#NOBODY_WAITS} where the sender waits for nothing. */
    ParkedEager(PeerProtocol peer, int context, int source, int tag, long sendId, int lengthBytes) {
        super(context, source, tag, new byte[lengthBytes]);
        this.peer = peer;
        this.sendId = sendId;
    }

    @Override
    public void land(ByteBuf bytes, int length) {
        bytes.getBytes(bytes.readerIndex(), payload(), at, length);
        at += length;
    }

    @Override
    boolean isHere() {
        return at == payload().length;
    }

    @Override
    public void landed() {
        if (sendId == DROPPED) {
            forget();
        } else {
            super.landed();
        }
    }

    @Override
    void met() {
        peer.matched(sendId);
    }

    @Override
    void copied(Incoming receive) {
        peer.consumed(payload().length);
        peer.complete(receive);
    }

    @Override
    void broken(Incoming receive, Throwable cause) {
        peer.fail(receive, cause);
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
        sendId = DROPPED;
        if (isHere()) {
            forget();
        }
    }

    /** The message is out of the way, and all of it has come. */
    void forget() {
        peer.consumed(payload().length);
    }
}
