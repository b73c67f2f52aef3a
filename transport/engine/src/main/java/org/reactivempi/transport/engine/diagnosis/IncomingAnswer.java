package org.reactivempi.transport.engine.diagnosis;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.packet.PayloadSink;
import org.reactivempi.transport.engine.packet.StallAnswer;
import org.reactivempi.transport.engine.packet.StallQuestion;

/** An answer that has come from a peer, or is coming. */
final class IncomingAnswer implements PayloadSink {

    private final StallDetector detector;
    private final int from;
    private final long inquiry;
    private final StallQuestion.Step step;
    private final byte[] payload;
    private int at;

    /**
     * The first part of one.
     *
     * @param detector gets it when all of it is here
     * @param from the sender's rank in the job
     * @param packet without the payload
     * @param payloadBytes how much is to follow
     */
    IncomingAnswer(StallDetector detector, int from, ByteBuf packet, int payloadBytes) {
        this.detector = detector;
        this.from = from;
        this.inquiry = StallAnswer.inquiry(packet);
        this.step = StallAnswer.step(packet);
        this.payload = new byte[payloadBytes];
    }

    @Override
    public void take(ByteBuf bytes, int length) {
        bytes.getBytes(bytes.readerIndex(), payload, at, length);
        at += length;
    }

    @Override
    public void complete() {
        detector.onAnswer(from, inquiry, step, payload);
    }

    /** Half an answer is none. */
    @Override
    public void lost(Throwable cause) {}
}
