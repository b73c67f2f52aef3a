package org.reactivempi.transport.shm.handshake;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Names and nonces that nobody else has. Only the seed is drawn from the system, which may block: so the thread that opens the
 * channel makes them, and the progress thread uses them.
 */
public final class Names {

    static final int LENGTH_BYTES = 16;

    private static final int SEED_BYTES = 32;

    private final byte[] seed = new byte[SEED_BYTES];
    private final MessageDigest digest = HostIdentity.sha256();
    private long count;

    public Names() {
        new SecureRandom().nextBytes(seed);
    }

    public byte[] next() {
        digest.update(seed);
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, count++));
        return Arrays.copyOf(digest.digest(), LENGTH_BYTES);
    }
}
