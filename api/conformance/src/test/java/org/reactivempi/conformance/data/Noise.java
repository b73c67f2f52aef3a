package org.reactivempi.conformance.data;

import java.util.Random;

/** Random bytes in great numbers, cut out of a stock, which is many times faster than to make each. */
public final class Noise {

    private static final byte[] STOCK = new byte[1 << 20];

    static {
        new Random(7).nextBytes(STOCK);
    }

    private Noise() {}

    /** So many bytes; the same for a {@code random} in the same state. */
    public static byte[] bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        for (int at = 0; at < count; ) {
            int from = random.nextInt(STOCK.length);
            int length = Math.min(count - at, STOCK.length - from);
            System.arraycopy(STOCK, from, bytes, at, length);
            at += length;
        }
        return bytes;
    }
}
