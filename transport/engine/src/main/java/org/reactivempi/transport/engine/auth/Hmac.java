package org.reactivempi.transport.engine.auth;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * HMAC-SHA-256 of RFC 2104, by the platform's SHA-256:
 *
 * <pre>
 *  H(key ^ 5c5c...  ||  H(key ^ 3636...  ||  message))
 * </pre>
 * The platform's own is the same, and made of this. But to find it the JDK loads a handful of security providers which have none, in
 * each rank, for a tenth of a rank's start; SHA-256 is the first one's. One thread at a time.
 */
final class Hmac {

    private static final String HASH = "SHA-256";
    private static final int BLOCK_BYTES = 64;
    private static final byte INNER = 0x36;
    private static final byte OUTER = 0x5c;

    private final MessageDigest inner = hash();
    private final MessageDigest outer = hash();
    private final byte[] innerKey;
    private final byte[] outerKey;

    /** Codes with a key of any length. */
    Hmac(byte[] key) {
        byte[] block = Arrays.copyOf(key.length > BLOCK_BYTES ? hash().digest(key) : key, BLOCK_BYTES);
        innerKey = padded(block, INNER);
        outerKey = padded(block, OUTER);
        inner.update(innerKey);
    }

    private static MessageDigest hash() {
        try {
            return MessageDigest.getInstance(HASH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + HASH, e);
        }
    }

    private static byte[] padded(byte[] block, byte pad) {
        byte[] padded = block.clone();
        for (int i = 0; i < padded.length; i++) {
            padded[i] ^= pad;
        }
        return padded;
    }

    /** The message goes on with these bytes. */
    void update(byte[] bytes) {
        inner.update(bytes);
    }

    /** The message goes on with these bytes. */
    void update(ByteBuffer bytes) {
        inner.update(bytes);
    }

    /** The message ends with these bytes: its code. The next one begins. */
    byte[] end(byte[] last) {
        inner.update(last);
        outer.update(outerKey);
        outer.update(inner.digest());
        byte[] code = outer.digest();
        inner.update(innerKey);
        return code;
    }
}
