package org.reactivempi.transport.engine.diagnosis;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PayloadSink;
import org.reactivempi.transport.engine.packet.StallQuestion;

/** What the detector of one peer asks and answers. */
final class StallHandler implements PeerListener {

    private final StallDetector detector;
    private final int peer;

    StallHandler(StallDetector detector, int peer) {
        this.detector = detector;
        this.peer = peer;
    }

    @Override
    public PayloadSink onPacket(PacketKind kind, ByteBuf packet, long payloadBytes) {
        return switch (kind) {
            case STALL_QUESTION -> {
                detector.onQuestion(peer, StallQuestion.inquiry(packet), StallQuestion.step(packet));
                yield PayloadSink.NOWHERE;
            }
            case STALL_ANSWER -> new IncomingAnswer(detector, peer, packet, (int) payloadBytes);
            default -> throw new IllegalStateException(kind + " says nothing of stalls");
        };
    }
}
