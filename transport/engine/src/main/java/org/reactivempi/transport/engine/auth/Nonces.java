package org.reactivempi.transport.engine.auth;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/**
 * Numbers that nobody can foresee, each used once.
 *
 * <p>Making this takes its seed from the system, which may take a while; from then on nothing is read from anywhere, so the
 * progress thread never waits.
 */
final class Nonces {

    /** The JDK's generator that goes on by itself; its usual one reads a device each time. */
    private static final String GENERATOR = "DRBG";

    private final SecureRandom random;

    Nonces() {
        try {
            random = SecureRandom.getInstance(GENERATOR);
            random.nextBytes(new byte[1]);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java platform has no " + GENERATOR, e);
        }
    }

    byte[] next() {
        byte[] nonce = new byte[Challenge.NONCE_BYTES];
        random.nextBytes(nonce);
        return nonce;
    }
}
