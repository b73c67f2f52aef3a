package org.reactivempi.transport.engine.auth;

import io.netty.buffer.ByteBuf;

/**
 * Connector to acceptor, the first bytes of a connection: this is rank {@code from}; who are you?
 *
 * <pre>
 *  0               4               8               12                  44
 *  +---------------+---------------+---------------+-------------------+
 *  |     magic     |    version    |     from      |       nonce       |
 *  +---------------+---------------+---------------+-------------------+
 * </pre>
 * Which rank the acceptor should be is not said, but a part of both proofs.
 */
final class Challenge {

    static final int LENGTH_BYTES = 44;
    static final int NONCE_BYTES = 32;

    /** {@code RMPA} in this order on the wire. */
    static final int MAGIC = 0x41504D52;

    /** Changes with the pictures and with what a proof is made of. */
    static final int VERSION = 2;

    private static final int FROM = 8;
    private static final int NONCE = 12;

    private Challenge() {}

    static void encode(ByteBuf out, int from, byte[] nonce) {
        out.writeIntLE(MAGIC).writeIntLE(VERSION).writeIntLE(from).writeBytes(nonce);
    }

    static int from(ByteBuf challenge) {
        return challenge.getIntLE(challenge.readerIndex() + FROM);
    }

    static byte[] nonce(ByteBuf challenge) {
        return Opening.bytes(challenge, NONCE, NONCE_BYTES);
    }
}
