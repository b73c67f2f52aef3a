package org.reactivempi.conformance;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.conformance.data.Noise;
import org.reactivempi.testkit.Ranks;

/** What the tests send, where they receive it, and how long they wait. */
public final class Payloads {

    public static final int TAG = 7;
    /** For what must come, also on a machine that is busy with other things. */
    public static final Duration TIMEOUT = Duration.ofSeconds(60);
    /** For what must not come. */
    static final Duration QUIET = Duration.ofMillis(50);
    /** What fills memory that no message may change. */
    public static final byte UNTOUCHED = 0x5A;

    /** Long messages travel in pieces of this size. */
    private static final int PIECE_BYTES = 64 * 1024;

    private static final int LONG_BYTES = 3 * 1024 * 1024 + 5;

    private Payloads() {}

    /** Bytes that no other length or seed begins with. */
    public static byte[] pattern(long seed, int length) {
        return Noise.bytes(new Random(seed * 31 + length), length);
    }

    public static Buffer ints(int... values) {
        return Buffers.of(values);
    }

    /** A message of this length, always the same. */
    static Buffer bytes(int length) {
        return Buffers.of(pattern(0, length));
    }

    static Buffer room(int length) {
        return Buffers.of(new byte[length]);
    }

    static byte[] untouched(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, UNTOUCHED);
        return bytes;
    }

    /** Lengths around each place where the way of a message changes. */
    static int[] lengths(Ranks ranks) {
        int limit = ranks.eagerLimitBytes();
        return Arrays.stream(new int[] {
                    0, 1, limit - 1, limit, limit + 1, PIECE_BYTES, PIECE_BYTES + 1, 2 * PIECE_BYTES, LONG_BYTES
                })
                .filter(length -> length >= 0)
                .distinct()
                .toArray();
    }
}
