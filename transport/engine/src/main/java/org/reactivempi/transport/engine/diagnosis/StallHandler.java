package org.reactivempi.transport.engine.diagnosis;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.packet.DiagnosisPackets;
import org.reactivempi.transport.engine.packet.DiagnosisPackets.Step;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.PayloadSink;

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
                detector.onQuestion(peer, DiagnosisPackets.inquiry(packet), DiagnosisPackets.step(packet));
                yield PayloadSink.NOWHERE;
            }
            case STALL_ANSWER -> new IncomingAnswer(packet, (int) payloadBytes);
            default -> throw new IllegalStateException(kind + " says nothing of stalls");
        };
    }

    /** An answer that is coming from the peer. */
    private final class IncomingAnswer implements PayloadSink {

        private final long inquiry;
        private final Step step;
        private final byte[] payload;
        private int at;

        IncomingAnswer(ByteBuf packet, int payloadBytes) {
            this.inquiry = DiagnosisPackets.inquiry(packet);
            this.step = DiagnosisPackets.step(packet);
            this.payload = new byte[payloadBytes];
        }

        @Override
        public void take(ByteBuf bytes, int length) {
            bytes.getBytes(bytes.readerIndex(), payload, at, length);
            at += length;
        }

        @Override
        public void complete() {
            detector.onAnswer(peer, inquiry, step, payload);
        }

        /** Half an answer is none. */
        @Override
        public void lost(Throwable cause) {}
    }
}
