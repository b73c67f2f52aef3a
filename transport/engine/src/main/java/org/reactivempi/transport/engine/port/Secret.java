package org.reactivempi.transport.engine.port;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/** A key that only the ranks of a job know, or those of two jobs. Its text can't be read back, and does not appear in logs. */
public final class Secret {

    private final byte[] key;

    private Secret(byte[] key) {
        this.key = key;
    }

    /**
     * The secret of this text, whose bytes in UTF-8 are the key.
     *
     * @param text not empty; not checked for how hard it is to guess
     */
    public static Secret of(String text) {
        return new Secret(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The secret with this key; not empty. */
    public static Secret ofKey(byte[] key) {
        return new Secret(key.clone());
    }

    /** A copy of the key, for the proofs of the engine. */
    public byte[] key() {
        return key.clone();
    }

    @Override
    public String toString() {
        return "Secret[not shown]";
    }

    /** Whether both have the same key. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && MessageDigest.isEqual(key, secret.key);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(key);
    }
}
