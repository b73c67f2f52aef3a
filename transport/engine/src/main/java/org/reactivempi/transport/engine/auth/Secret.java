package org.reactivempi.transport.engine.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The key that only the ranks of a job know. Its text can't be read back, and does not appear in logs. */
public final class Secret {

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    private Secret(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /**
     * The secret of this text, whose bytes in UTF-8 are the key.
     *
     * @param text not empty; not checked for how hard it is to guess
     */
    public static Secret of(String text) {
        return new Secret(text.getBytes(StandardCharsets.UTF_8));
    }

    /** HMAC-SHA-256 with this key. */
    Mac mac() {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    @Override
    public String toString() {
        return "Secret[not shown]";
    }
}
