package org.reactivempi.transport.engine.auth;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.event.Rejection;

/**
 * The messages of a {@link ProofHandshake}. {@link Challenge} and {@link Answer} begin with magic and version, which are checked byte
 * by byte, as they come.
 */
final class ProofMessages {

    /** {@code RMPA} in this order on the wire. */
    static final int MAGIC = 0x41504D52;

    /** Changes with the pictures and with what a proof is made of. */
    static final int VERSION = 3;

    static final int OPENING_BYTES = 8;
    static final int NONCE_BYTES = 32;

    private static final int VERSION_INDEX = 4;

    private ProofMessages() {}

    static void encodeOpening(ByteBuf out) {
        out.writeIntLE(MAGIC).writeIntLE(VERSION);
    }

    /** Throws {@link RejectedException} when what has come so far can't become magic and version. */
    static void checkOpening(ByteBuf soFar) {
        int start = soFar.readerIndex();
        for (int i = 0; i < Math.min(VERSION_INDEX, soFar.readableBytes()); i++) {
            if (soFar.getByte(start + i) != (byte) (MAGIC >> (Byte.SIZE * i))) {
                throw new RejectedException(Rejection.GARBAGE, "its first bytes are not those of reactive-mpi");
            }
        }
        if (soFar.readableBytes() >= OPENING_BYTES && soFar.getIntLE(start + VERSION_INDEX) != VERSION) {
            throw new RejectedException(
                    Rejection.VERSION,
                    "it authenticates by version " + Integer.toUnsignedString(soFar.getIntLE(start + VERSION_INDEX))
                            + ", this rank by version " + VERSION);
        }
    }

    private static byte[] bytes(ByteBuf message, int offset, int length) {
        byte[] bytes = new byte[length];
        message.getBytes(message.readerIndex() + offset, bytes);
        return bytes;
    }

    /**
     * Connector to acceptor, the first bytes of a connection: this is rank {@code from} of {@code job}; who are you?
     *
     * <pre>
     *  0               4               8               16              20                  52
     *  +---------------+---------------+---------------+---------------+-------------------+
     *  |     magic     |    version    |      job      |     from      |       nonce       |
     *  +---------------+---------------+---------------+---------------+-------------------+
     * </pre>
     * The job and the rank that the acceptor should be are not sent, but are a part of both proofs.
     */
    static final class Challenge {

        static final int LENGTH_BYTES = 52;

        private static final int JOB = OPENING_BYTES;
        private static final int FROM = JOB + Long.BYTES;
        private static final int NONCE = FROM + Integer.BYTES;

        private Challenge() {}

        static void encode(ByteBuf out, long job, int from, byte[] nonce) {
            encodeOpening(out);
            out.writeLongLE(job).writeIntLE(from).writeBytes(nonce);
        }

        static long job(ByteBuf challenge) {
            return challenge.getLongLE(challenge.readerIndex() + JOB);
        }

        static int from(ByteBuf challenge) {
            return challenge.getIntLE(challenge.readerIndex() + FROM);
        }

        static byte[] nonce(ByteBuf challenge) {
            return bytes(challenge, NONCE, NONCE_BYTES);
        }
    }

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
    static final class Answer {

        static final int LENGTH_BYTES = 40;

        private static final int NONCE = OPENING_BYTES;

        private Answer() {}

        static void encode(ByteBuf out, byte[] nonce) {
            encodeOpening(out);
            out.writeBytes(nonce);
        }

        static byte[] nonce(ByteBuf answer) {
            return bytes(answer, NONCE, NONCE_BYTES);
        }
    }

    /**
     * Connector to acceptor: I know the secret. Acceptor to connector, after that: so do I.
     *
     * <pre>
     *  0                   32
     *  +-------------------+
     *  |       proof       |
     *  +-------------------+
     * </pre>
     * The acceptor answers a wrong proof with zeros, which prove nothing, so that the connector can say what is wrong.
     */
    static final class Proof {

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
            return bytes(message, 0, LENGTH_BYTES);
        }

        static boolean isRefusal(byte[] proof) {
            return Credentials.same(REFUSAL, proof);
        }
    }
}
