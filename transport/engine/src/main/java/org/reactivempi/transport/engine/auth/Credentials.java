package org.reactivempi.transport.engine.auth;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import javax.crypto.Mac;

/**
 * What one rank proves itself with, and checks the proofs of others against.
 *
 * <p>A proof is the HMAC-SHA-256, with the job's secret as the key, of
 *
 * <pre>
 *  label of the role | version | job | connector's rank | acceptor's rank | connector's nonce | acceptor's nonce | binding
 * </pre>
 *
 * Labels tell the roles apart, all else but the last has a fixed length. Making one is slow (it is the first to ask for cryptography); to
 * be used by one thread at a time.
 */
public final class Credentials {

    private static final int NUMBERS_BYTES = Integer.BYTES + Long.BYTES + 2 * Integer.BYTES;

    private final Mac mac;
    private final long job;
    private final int rank;
    private final Nonces nonces = new Nonces();

    /**
     * Those of a rank.
     *
     * @param secret the job's
     * @param job hash of the job's id
     * @param rank this rank
     */
    public Credentials(Secret secret, long job, int rank) {
        this.mac = secret.mac();
        this.job = job;
        this.rank = rank;
    }

    int rank() {
        return rank;
    }

    byte[] nonce() {
        return nonces.next();
    }

    byte[] proof(Role of, int connector, int acceptor, byte[] connectorNonce, byte[] acceptorNonce, byte[] binding) {
        mac.update(of.label());
        mac.update(ByteBuffer.allocate(NUMBERS_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(Challenge.VERSION)
                .putLong(job)
                .putInt(connector)
                .putInt(acceptor)
                .flip());
        mac.update(connectorNonce);
        mac.update(acceptorNonce);
        return mac.doFinal(binding);
    }

    /** Compares in a time that tells nothing of where the two differ. */
    static boolean same(byte[] expected, byte[] given) {
        return MessageDigest.isEqual(expected, given);
    }
}
