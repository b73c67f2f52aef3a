package org.reactivempi.transport.engine.auth;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.port.Secret;

/**
 * Makes the proofs of one rank, and the proofs that it expects of its peers.
 *
 * <p>A process of another job proves its identity by a secret of the two jobs: one that was said when the two processes were told of each
 * other, or what becomes of the secret of a port for these two jobs, as long as this rank admits who has that.
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

    /** Two processes may meet again and again; they know the last ones. */
    private static final int MOST_KEYS = 8;

    private static final byte[] OF_MEETING = "reactive-mpi meeting".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OF_PAIR = "reactive-mpi jobs".getBytes(StandardCharsets.US_ASCII);

    private final Hmac hmac;
    /** By the processes of other jobs that this rank was told of, or that have proven to be that. */
    private Map<End, Map<Secret, Hmac>> ofOthers = Map.of();
    /** Of ports. */
    private Map<Secret, Integer> admitted = Map.of();

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
     * What only the ranks of two jobs know that have met at a port.
     *
     * @param port its secret
     */
    public static Secret ofPair(Secret port, long one, long other) {
        return derived(new Hmac(port.key()), OF_PAIR, Math.min(one, other), Math.max(one, other));
    }

    /**
     * What only the jobs of two groups know whose roots meet, the same each time: so no end of a connection has a newer one than the other.
     *
     * @param port the secret by which they meet; looked at where the other root is of another job
     * @param otherJob that of the other root
     */
    public Secret ofMeeting(@Nullable Secret port, long otherJob) {
        return otherJob == job
                ? derived(hmac, OF_MEETING, job, job)
                : ofPair(Objects.requireNonNull(port), job, otherJob);
    }

    private static Secret derived(Hmac base, byte[] label, long one, long other) {
        base.update(label);
        return Secret.ofKey(base.end(
                ByteBuffer.allocate(2 * Long.BYTES).putLong(one).putLong(other).array()));
    }

    /** From now on a process of another job may prove that it is that, by a secret of the two jobs. */
    public void meet(long otherJob, int otherRank, Secret ofPair) {
        meet(new End(otherJob, otherRank), ofPair);
    }

    private void meet(End other, Secret ofPair) {
        if (ofOthers.isEmpty()) {
            ofOthers = new HashMap<>();
        }
        Map<Secret, Hmac> known = ofOthers.computeIfAbsent(other, met -> new LinkedHashMap<>(2));
        Hmac key = known.remove(ofPair);
        key = key == null ? new Hmac(ofPair.key()) : key;
        known.put(ofPair, key);
        if (known.size() > MOST_KEYS) {
            known.remove(known.keySet().iterator().next());
        }
    }

    private Collection<Hmac> known(End other) {
        return other.job() == job
                ? List.of(hmac)
                : ofOthers.getOrDefault(other, Map.of()).values();
    }

    /** A process of another job is no peer any more. */
    public void forget(long otherJob, int otherRank) {
        if (!ofOthers.isEmpty()) {
            ofOthers.remove(new End(otherJob, otherRank));
        }
    }

    /** From now on processes of any job may prove that they know the secret of a port. */
    public void admit(Secret port) {
        Map<Secret, Integer> more = new LinkedHashMap<>(admitted);
        more.merge(port, 1, Integer::sum);
        admitted = more;
    }

    /** No more processes are let in by the secret of a port; once for each time that they were. */
    public void dismiss(Secret port) {
        Map<Secret, Integer> less = new LinkedHashMap<>(admitted);
        less.computeIfPresent(port, (known, times) -> times == 1 ? null : times - 1);
        admitted = less;
    }

    long job() {
        return job;
    }

    int rank() {
        return rank;
    }

    /** A number that nobody can foresee, for one handshake. */
    byte[] nonce() {
        byte[] nonce = new byte[ProofMessages.NONCE_BYTES];
        random.nextBytes(nonce);
        return nonce;
    }

    /**
     * The key that a process which this rank wants to reach knows as well: the last one.
     *
     * @throws IllegalArgumentException where this rank was not told of it
     */
    Hmac keyWith(End other) {
        return known(other).stream()
                .reduce((earlier, later) -> later)
                .orElseThrow(() -> new IllegalArgumentException(
                        "this rank knows no secret of rank " + other.rank() + " of that job"));
    }

    /** The key by which a process has made a proof, one that this rank {@code accepts}; null where there is none. */
    @Nullable
    Hmac keyOf(End other, Predicate<Hmac> accepts) {
        for (Hmac key : known(other)) {
            if (accepts.test(key)) {
                return key;
            }
        }
        return other.job() == job ? null : keyOfAdmitted(other, accepts);
    }

    private @Nullable Hmac keyOfAdmitted(End other, Predicate<Hmac> accepts) {
        for (Secret port : admitted.keySet()) {
            Hmac key = new Hmac(ofPair(port, job, other.job()).key());
            if (accepts.test(key)) {
                return key;
            }
        }
        return null;
    }

    /** A process of another job that has proven its identity is a peer: it may connect again when the port is closed by which it was let in. */
    public void welcome(long otherJob, int otherRank) {
        if (known(new End(otherJob, otherRank)).isEmpty()) {
            admitted.keySet().forEach(port -> meet(otherJob, otherRank, ofPair(port, job, otherJob)));
        }
    }

    /** A proof between this rank and another one. */
    static byte[] proof(
            Hmac key,
            Role of,
            End connector,
            End acceptor,
            byte[] connectorNonce,
            byte[] acceptorNonce,
            byte[] binding) {
        key.update(of.label());
        key.update(ByteBuffer.allocate(NUMBERS_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(ProofMessages.VERSION)
                .putLong(connector.job())
                .putInt(connector.rank())
                .putLong(acceptor.job())
                .putInt(acceptor.rank())
                .flip());
        key.update(connectorNonce);
        key.update(acceptorNonce);
        return key.end(binding);
    }

    /** Compares in a time that does not show where the two differ. */
    static boolean same(byte[] expected, byte[] given) {
        return MessageDigest.isEqual(expected, given);
    }
}
