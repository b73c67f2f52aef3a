package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.function.Consumer;
import org.reactivempi.transport.engine.port.PayloadSink;

/** Collects a payload that means nothing before all of it is here; half of one is none. Memory grows with what has come, not with what is claimed. */
public final class WholePayload implements PayloadSink {

    /** So much is made at once, on a peer's word. */
    private static final int FIRST_BYTES = 64 << 10;

    private final int payloadBytes;
    private final Consumer<byte[]> told;
    private byte[] payload;
    private int at;

    /** For a payload of so many bytes; {@code told} gets them all. */
    public WholePayload(long payloadBytes, Consumer<byte[]> told) {
        this.payloadBytes = (int) payloadBytes;
        this.told = told;
        this.payload = new byte[Math.min(this.payloadBytes, FIRST_BYTES)];
    }

    @Override
    public void take(ByteBuf bytes, int length) {
        if (at + length > payload.length) {
            long twice = Math.max(2L * payload.length, at + length);
            payload = Arrays.copyOf(payload, (int) Math.min(twice, payloadBytes));
        }
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
