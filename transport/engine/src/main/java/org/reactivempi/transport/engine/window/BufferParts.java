package org.reactivempi.transport.engine.window;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.function.ObjIntConsumer;

/** The parts of memory that arrived bytes lie in. */
final class BufferParts {

    private BufferParts() {}

    /** Visits them, each with its length, from the first readable byte on; {@code length} bytes in all. */
    static void forEach(ByteBuf bytes, int length, ObjIntConsumer<ByteBuffer> visitor) {
        int at = bytes.readerIndex();
        if (bytes.nioBufferCount() == 1) {
            visitor.accept(bytes.internalNioBuffer(at, length), length);
            return;
        }
        for (ByteBuffer part : bytes.nioBuffers(at, length)) {
            visitor.accept(part, part.remaining());
        }
    }
}
