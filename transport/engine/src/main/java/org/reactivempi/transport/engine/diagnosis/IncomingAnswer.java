package org.reactivempi.transport.engine.diagnosis;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.packet.StallAnswer;
import org.reactivempi.transport.engine.packet.StallQuestion;

/** An answer that has come from a peer, or is coming. */
public final class IncomingAnswer {

    private final int from;
    private final long inquiry;
    private final StallQuestion.Step step;
    private final byte[] payload;
    private int at;

    /**
     * The first part of one.
     *
     * @param from the sender's rank in the job
     * @param packet without the payload
     * @param payloadBytes how much is to follow
     */
    public IncomingAnswer(int from, ByteBuf packet, int payloadBytes) {
        this.from = from;
        this.inquiry = StallAnswer.inquiry(packet);
        this.step = StallAnswer.step(packet);
        this.payload = new byte[payloadBytes];
    }

    /** The next bytes of the payload. */
    public void add(ByteBuf bytes, int length) {
        bytes.getBytes(bytes.readerIndex(), payload, at, length);
        at += length;
    }

    /** All of it is here. */
    public void deliver(Correspondence to) {
        to.onAnswer(from, inquiry, step, payload);
    }
}
