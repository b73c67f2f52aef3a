package org.reactivempi.transport.engine.auth;

import io.netty.buffer.ByteBuf;

/** What challenge and answer begin with, magic and version: checked byte by byte, as they come. */
final class Opening {

    static final int LENGTH_BYTES = 8;

    private static final int VERSION = 4;

    private Opening() {}

    /** Throws {@link RejectedException} when what has come so far can't become an opening of ours. */
    static void check(ByteBuf soFar) {
        int start = soFar.readerIndex();
        for (int i = 0; i < Math.min(VERSION, soFar.readableBytes()); i++) {
            if (soFar.getByte(start + i) != (byte) (Challenge.MAGIC >> (Byte.SIZE * i))) {
                throw new RejectedException(Rejection.GARBAGE, "its first bytes are not those of reactive-mpi");
            }
        }
        if (soFar.readableBytes() >= LENGTH_BYTES && soFar.getIntLE(start + VERSION) != Challenge.VERSION) {
            throw new RejectedException(
                    Rejection.VERSION,
                    "it authenticates by version " + Integer.toUnsignedString(soFar.getIntLE(start + VERSION))
                            + ", this rank by version " + Challenge.VERSION);
        }
    }

    static byte[] bytes(ByteBuf message, int offset, int length) {
        byte[] bytes = new byte[length];
        message.getBytes(message.readerIndex() + offset, bytes);
        return bytes;
    }
}
