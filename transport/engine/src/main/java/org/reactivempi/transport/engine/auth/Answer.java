package org.reactivempi.transport.engine.auth;

import io.netty.buffer.ByteBuf;

/**
 * Acceptor to connector: here is my proof, now give yours.
 *
 * <pre>
 *  0               4               8                   40                  72
 *  +---------------+---------------+-------------------+-------------------+
 *  |     magic     |    version    |       nonce       |       proof       |
 *  +---------------+---------------+-------------------+-------------------+
 * </pre>
 * To a {@link Challenge} of another version only the first 8 bytes are sent, so that the connector can say what is wrong.
 */
final class Answer {

    static final int LENGTH_BYTES = 72;

    private static final int NONCE = Opening.LENGTH_BYTES;
    private static final int PROOF = NONCE + Challenge.NONCE_BYTES;

    private Answer() {}

    static void encode(ByteBuf out, byte[] nonce, byte[] proof) {
        encodeOpening(out);
        out.writeBytes(nonce).writeBytes(proof);
    }

    static void encodeOpening(ByteBuf out) {
        out.writeIntLE(Challenge.MAGIC).writeIntLE(Challenge.VERSION);
    }

    static byte[] nonce(ByteBuf answer) {
        return Opening.bytes(answer, NONCE, Challenge.NONCE_BYTES);
    }

    static byte[] proof(ByteBuf answer) {
        return Opening.bytes(answer, PROOF, Proof.LENGTH_BYTES);
    }
}
