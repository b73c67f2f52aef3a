package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;
import org.reactivempi.transport.engine.port.PayloadSink;

/** Collects a payload that means nothing before all of it is here; half of one is none. */
public final class WholePayload implements PayloadSink {

    private final byte[] payload;
    private final Consumer<byte[]> told;
    private int at;

    /** For a payload of so many bytes; {@code told} gets them all. */
    public WholePayload(long payloadBytes, Consumer<byte[]> told) {
        this.payload = new byte[(int) payloadBytes];
        this.told = told;
    }

    @Override
    public void take(ByteBuf bytes, int length) {
        bytes.getBytes(bytes.readerIndex(), payload, at, length);
        at += length;
    }

    @Override
    public void complete() {
        told.accept(payload);
    }

    @Override
    public void lost(Throwable cause) {}
}
