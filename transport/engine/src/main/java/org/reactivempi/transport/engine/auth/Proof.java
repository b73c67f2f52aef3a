package org.reactivempi.transport.engine.auth;

import io.netty.buffer.ByteBuf;

/**
 * Connector to acceptor: I know the secret. Acceptor to connector, behind that: so do I.
 *
 * <pre>
 *  0                   32
 *  +-------------------+
 *  |       proof       |
 *  +-------------------+
 * </pre>
 * To a wrong proof the acceptor answers with zeros, which prove nothing, so that the connector can say what is wrong.
 */
final class Proof {

    static final int LENGTH_BYTES = 32;

    private static final byte[] REFUSAL = new byte[LENGTH_BYTES];

    private Proof() {}

    static void encode(ByteBuf out, byte[] proof) {
        out.writeBytes(proof);
    }

    static void encodeRefusal(ByteBuf out) {
        out.writeBytes(REFUSAL);
    }

    static byte[] proof(ByteBuf message) {
        return Opening.bytes(message, 0, LENGTH_BYTES);
    }

    static boolean isRefusal(byte[] proof) {
        return Credentials.same(REFUSAL, proof);
    }
}
