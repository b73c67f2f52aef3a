package org.reactivempi.transport.engine.auth;

import io.netty.buffer.ByteBuf;

/**
 * Connector to acceptor: here is mine; packets follow.
 *
 * <pre>
 *  0                   32
 *  +-------------------+
 *  |       proof       |
 *  +-------------------+
 * </pre>
 */
final class Proof {

    static final int LENGTH_BYTES = 32;

    private Proof() {}

    static void encode(ByteBuf out, byte[] proof) {
        out.writeBytes(proof);
    }

    static byte[] proof(ByteBuf message) {
        return Opening.bytes(message, 0, LENGTH_BYTES);
    }
}
