package org.reactivempi.transport.engine.port;

import java.nio.charset.StandardCharsets;

/** The key that only the ranks of a job know. Its text can't be read back, and does not appear in logs. */
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

    /** A copy of the key, for the proofs of the engine. */
    public byte[] key() {
        return key.clone();
    }

    @Override
    public String toString() {
        return "Secret[not shown]";
    }
}
