package org.reactivempi.transport.tck;

import java.util.Random;

/** Lengths to try. */
final class Lengths {

    static final int KIB = 1024;
    static final int MIB = 1024 * KIB;

    private Lengths() {}

    /** From 1 to {@code most}, as often between 1 and 2 as between 1 and 2 MiB. */
    static int any(Random random, int most) {
        int bits = 32 - Integer.numberOfLeadingZeros(most);
        return Math.min(most, 1 + random.nextInt(1 << random.nextInt(bits)));
    }
}
