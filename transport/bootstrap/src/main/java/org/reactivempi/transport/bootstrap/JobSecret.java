package org.reactivempi.transport.bootstrap;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** A secret made for one job, or for one of its ranks: 32 random bytes, in hexadecimal digits. Only {@link #text} shows it. */
public final class JobSecret {

    /** The environment variable by which ranks get it. */
    public static final String VARIABLE = "REACTIVEMPI_SECRET";

    private static final int LENGTH_BYTES = 32;

    private final String text;

    private JobSecret(String text) {
        this.text = text;
    }

    /**
     * One that nobody has seen before.
     *
     * @return a new secret
     */
    public static JobSecret random() {
        return random(new SecureRandom());
    }

    /**
     * One that nobody has seen before, as far as nobody can foresee what it is made of.
     *
     * @param random makes it
     * @return a new secret
     */
    public static JobSecret random(RandomGenerator random) {
        byte[] bytes = new byte[LENGTH_BYTES];
        random.nextBytes(bytes);
        return new JobSecret(HexFormat.of().formatHex(bytes));
    }

    /**
     * What ranks prove that they know.
     *
     * @return 64 hexadecimal digits
     */
    public String text() {
        return text;
    }

    /**
     * Whether somebody knows it. Takes as long for each wrong answer of one length.
     *
     * @param given what they say
     * @return true if it is the secret
     */
    public boolean matches(String given) {
        return MessageDigest.isEqual(bytes(text), bytes(given));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return "JobSecret[not shown]";
    }
}
