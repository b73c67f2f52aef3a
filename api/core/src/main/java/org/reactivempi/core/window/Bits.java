package org.reactivempi.core.window;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** An element of 1 to 8 bytes as a number, the lowest byte first. */
final class Bits {

    private Bits() {}

    /** Those from position to limit. */
    static long of(ByteBuffer bytes) {
        long bits = 0;
        for (int i = bytes.limit() - 1; i >= bytes.position(); i--) {
            bits = bits << Byte.SIZE | Byte.toUnsignedLong(bytes.get(i));
        }
        return bits;
    }

    /** Puts the lowest bytes of a number. */
    static void put(ByteBuffer target, long bits, int bytes) {
        for (int i = 0; i < bytes; i++) {
            target.put((byte) (bits >>> i * Byte.SIZE));
        }
    }

    /** Without what is above. */
    static long masked(long bits, int bytes) {
        return bytes == Long.BYTES ? bits : bits & (1L << bytes * Byte.SIZE) - 1;
    }

    static ByteBuffer bytes(long bits, int bytes) {
        ByteBuffer whole = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return whole.putLong(bits).flip().limit(bytes);
    }
}
