package org.reactivempi.transport.tck;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.Random;

/**
 * What is sent over a link in one direction: a byte for each position, which both ends know, so that whatever arrives can be
 * checked at once and a byte in a wrong place is noticed.
 *
 * <p>Random bytes that repeat after a prime number of them, far from any length that a carrier could be cut into.
 * Immutable.
 */
final class Content {

    private static final int PERIOD = 65_521;

    /** A whole period can be read from any position in the first. */
    private final byte[] bytes = new byte[2 * PERIOD];

    Content(long seed) {
        byte[] period = new byte[PERIOD];
        new Random(seed).nextBytes(period);
        System.arraycopy(period, 0, bytes, 0, PERIOD);
        System.arraycopy(period, 0, bytes, PERIOD, PERIOD);
    }

    /** Appends the bytes from a position on. */
    void write(ByteBuf target, long position, int length) {
        for (int done = 0; done < length; done += PERIOD) {
            target.writeBytes(bytes, index(position), Math.min(PERIOD, length - done));
        }
    }

    /** Reads all of {@code source}; whether these are the bytes from this position on. */
    boolean matches(ByteBuf source, long position) {
        byte[] read = new byte[Math.min(PERIOD, source.readableBytes())];
        boolean same = true;
        while (source.isReadable()) {
            int length = Math.min(read.length, source.readableBytes());
            int from = index(position);
            source.readBytes(read, 0, length);
            same &= Arrays.equals(read, 0, length, bytes, from, from + length);
            position += length;
        }
        return same;
    }

    private static int index(long position) {
        return (int) (position % PERIOD);
    }
}
