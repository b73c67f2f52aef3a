package org.reactivempi.transport.engine.protocol;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.packet.PayloadSink;

/** What tells the trace of the next message, until that comes. */
final class HeaderLanding implements PayloadSink {

    private byte[] header = new byte[0];
    private int at;
    private boolean here;

    /** Begins the next. */
    HeaderLanding of(int lengthBytes) {
        header = new byte[lengthBytes];
        at = 0;
        here = false;
        return this;
    }

    /** Whether one has come that no message has taken. */
    boolean isHere() {
        return here;
    }

    /** For the next message. */
    byte[] take() {
        here = false;
        return header;
    }

    @Override
    public void take(ByteBuf bytes, int length) {
        bytes.getBytes(bytes.readerIndex(), header, at, length);
        at += length;
    }

    @Override
    public void complete() {
        here = true;
    }

    @Override
    public void lost(Throwable cause) {}
}
