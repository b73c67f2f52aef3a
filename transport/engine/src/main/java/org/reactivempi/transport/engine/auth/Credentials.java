package org.reactivempi.transport.engine.auth;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.reactivempi.transport.engine.port.Secret;

/**
 * Makes the proofs of one rank, and the proofs that it expects of its peers.
 *
 * <p>A proof is the HMAC-SHA-256, with the job's secret as the key, or that of the pair where the ends are of two jobs, of
 *
 * <pre>
 *  label of the role | version | connector's job | its rank | acceptor's job | its rank | connector's nonce | acceptor's nonce | binding
 * </pre>
 *
 * Labels tell the roles apart; all else but the last has a fixed length. The constructor is slow: it loads the JDK's cryptography. Used
 * by one thread at a time.
 */
public final class Credentials {

    private static final int NUMBERS_BYTES = Integer.BYTES + 2 * (Long.BYTES + Integer.BYTES);

    /** The end of a connection that proves something: the proof of one end is none of the other. */
    enum Role {
        ACCEPTOR("reactive-mpi acceptor"),
        CONNECTOR("reactive-mpi connector");

        private final byte[] label;

        Role(String label) {
            this.label = label.getBytes(StandardCharsets.US_ASCII);
        }

        /** The first bytes of what its proofs are made of. */
        byte[] label() {
            return label.clone();
        }
    }

    private final Hmac hmac;
    /** By the other jobs that were met. */
    private Map<Long, Hmac> ofOthers = Map.of();
    /** Who is at an end of a connection, as it says, or as it is wanted. */
    record End(long job, int rank) {}

    private final long job;
    private final int rank;
    private final RandomGenerator random;

    /**
     * The credentials of a rank.
     *
     * @param secret the job's
     * @param job hash of the job's id
     * @param rank this rank
     * @param random makes numbers that nobody can foresee, and waits for nothing
     */
    public Credentials(Secret secret, long job, int rank, RandomGenerator random) {
        this.hmac = new Hmac(secret.key());
        this.job = job;
        this.rank = rank;
        this.random = random;
    }

    /**
     * From now on ranks of another job may prove that they are that.
     *
     * @param other hash of its id
     * @param secret what only the ranks of the two jobs know
     */
    public void meet(long other, Secret secret) {
        Map<Long, Hmac> more = new HashMap<>(ofOthers);
        more.put(other, new Hmac(secret.key()));
        ofOthers = more;
    }

    long job() {
        return job;
    }

    int rank() {
        return rank;
    }

    /** Whether this rank knows a secret of a job. */
    boolean knows(long other) {
        return other == job || ofOthers.containsKey(other);
    }

    /** A number that nobody can foresee, for one handshake. */
    byte[] nonce() {
        byte[] nonce = new byte[ProofMessages.NONCE_BYTES];
        random.nextBytes(nonce);
        return nonce;
    }

    /** A proof between this rank and one of a job that it {@linkplain #knows knows}. */
    byte[] proof(Role of, End connector, End acceptor, byte[] connectorNonce, byte[] acceptorNonce, byte[] binding) {
        long other = connector.job() == job ? acceptor.job() : connector.job();
        Hmac hmac = other == job ? this.hmac : Objects.requireNonNull(ofOthers.get(other));
        hmac.update(of.label());
        hmac.update(ByteBuffer.allocate(NUMBERS_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(ProofMessages.VERSION)
                .putLong(connector.job())
                .putInt(connector.rank())
                .putLong(acceptor.job())
                .putInt(acceptor.rank())
                .flip());
        hmac.update(connectorNonce);
        hmac.update(acceptorNonce);
        return hmac.end(binding);
    }

    /** Compares in a time that does not show where the two differ. */
    static boolean same(byte[] expected, byte[] given) {
        return MessageDigest.isEqual(expected, given);
    }
}
