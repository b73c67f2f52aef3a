package org.reactivempi.transport.engine.failure;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.link.PeerLostException;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PayloadSink;

/** What one peer says of failures, and the failure of that peer itself. */
final class FailureHandler implements PeerListener {

    private final Communicators communicators;
    private final int peer;
    private boolean met;

    FailureHandler(Communicators communicators, int peer) {
        this.communicators = communicators;
        this.peer = peer;
    }

    @Override
    public void onStanding(long creditBytes) {
        met = true;
    }

    @Override
    public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        return switch (kind) {
            case REVOKE -> {
                communicators.onRevoke(peer, packet);
                yield PayloadSink.NOWHERE;
            }
            case BALLOT -> {
                communicators.checkBallot(payloadBytes);
                yield new IncomingBallot(communicators, peer, packet, (int) payloadBytes);
            }
            default -> throw new IllegalStateException(kind + " says nothing of failures");
        };
    }

    @Override
    public void onLost(PeerLostException cause) {
        if (met) {
            communicators.onLost(cause);
        } else {
            communicators.onUnreachable(cause);
        }
    }
}
