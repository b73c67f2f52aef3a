package org.reactivempi.transport.engine.auth;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.function.Consumer;

/** A message of the handshake on its way in: as many bytes as it has, and no more. */
final class Message {

    private final int length;
    private final ByteBuf bytes;
    private final Consumer<ByteBuf> check;

    /** None of {@code length} bytes yet; {@code check} sees all that has come, each time when more has. */
    Message(int length, Consumer<ByteBuf> check) {
        this.length = length;
        this.bytes = Unpooled.buffer(length, length);
        this.check = check;
    }

    /** Takes what belongs to this message; whether it is complete. */
    boolean take(ByteBuf in) {
        in.readBytes(bytes, Math.min(in.readableBytes(), bytes.writableBytes()));
        check.accept(bytes);
        return bytes.readableBytes() == length;
    }

    /** What has come. */
    ByteBuf bytes() {
        return bytes;
    }
}
