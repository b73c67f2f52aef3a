package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An eager message without a receive: an exact copy of its payload, which may still be arriving when the receive comes.
 *
 * <pre>
 *  ARRIVING --landed--&gt; HERE --deliver--&gt; copied to the receive
 *     |
 *     +--deliver--&gt; CLAIMED --landed--&gt; copied to the receive
 * </pre>
 */
final class ParkedEager extends Parked implements Landing {

    private final PeerProtocol peer;
    private final long sendId;
    private final byte[] payload;
    private int at;
    private boolean here;
    private @Nullable Incoming claimant;
    private @Nullable Throwable loss;

    /** {@code sendId} is {@link PeerProtocol#NOT_SYNCHRONOUS} where the sender waits for nothing. */
    ParkedEager(PeerProtocol peer, int context, int source, int tag, long sendId, int lengthBytes) {
        super(context, source, tag);
        this.peer = peer;
        this.sendId = sendId;
        this.payload = new byte[lengthBytes];
    }

    @Override
    public void land(ByteBuf bytes, int length) {
        bytes.getBytes(bytes.readerIndex(), payload, at, length);
        at += length;
    }

    @Override
    public void landed() {
        here = true;
        if (claimant != null) {
            copyTo(claimant);
        }
    }

    @Override
    public void lost(Throwable cause) {
        loss = cause;
        if (claimant != null) {
            peer.fail(claimant, cause);
        }
    }

    @Override
    void deliver(Incoming receive) {
        if (loss != null) {
            peer.fail(receive, loss);
            return;
        }
        receive.meet(source(), tag(), payload.length);
        peer.matched(sendId);
        if (here) {
            copyTo(receive);
        } else {
            claimant = receive;
        }
    }

    /** The sender has taken the message back, all of which is here: packets don't overtake each other. */
    void forget() {
        peer.consumed(payload.length);
    }

    private void copyTo(Incoming receive) {
        if (receive.fits() && payload.length > 0) {
            receive.copyFrom(0, ByteBuffer.wrap(payload));
        }
        peer.consumed(payload.length);
        peer.complete(receive);
    }
}
