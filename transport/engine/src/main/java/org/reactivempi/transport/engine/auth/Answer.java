package org.reactivempi.transport.engine.auth;

import io.netty.buffer.ByteBuf;

/**
 * Acceptor to connector: prove it over this number.
 *
 * <pre>
 *  0               4               8                   40
 *  +---------------+---------------+-------------------+
 *  |     magic     |    version    |       nonce       |
 *  +---------------+---------------+-------------------+
 * </pre>
 * To a {@link Challenge} of another version only the first 8 bytes are sent, so that the connector can say what is wrong.
 */
final class Answer {

    static final int LENGTH_BYTES = 40;

    private static final int NONCE = Opening.LENGTH_BYTES;

    private Answer() {}

    static void encode(ByteBuf out, byte[] nonce) {
        encodeOpening(out);
        out.writeBytes(nonce);
    }

    static void encodeOpening(ByteBuf out) {
        out.writeIntLE(Challenge.MAGIC).writeIntLE(Challenge.VERSION);
    }

    static byte[] nonce(ByteBuf answer) {
        return Opening.bytes(answer, NONCE, Challenge.NONCE_BYTES);
    }
}
