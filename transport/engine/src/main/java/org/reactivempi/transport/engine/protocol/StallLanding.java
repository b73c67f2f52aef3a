package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.diagnosis.Correspondence;
import org.reactivempi.transport.engine.diagnosis.IncomingAnswer;

/** The payload of a detector's answer, on its way to the one that has asked. */
record StallLanding(Correspondence stalls, IncomingAnswer answer) implements Landing {

    @Override
    public void land(ByteBuf bytes, int length) {
        answer.add(bytes, length);
    }

    @Override
    public void landed() {
        answer.deliver(stalls);
    }

    /** Half an answer is none. */
    @Override
    public void lost(Throwable cause) {}
}
