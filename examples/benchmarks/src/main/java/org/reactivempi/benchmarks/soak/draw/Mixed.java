package org.reactivempi.benchmarks.soak.draw;

/** One number made of several: all of its bits depend on all of theirs. */
public final class Mixed {

    private static final long STEP = 0x9E3779B97F4A7C15L;
    private static final long FIRST = 0xBF58476D1CE4E5B9L;
    private static final long SECOND = 0x94D049BB133111EBL;

    private Mixed() {}

    /** The same for the same numbers in the same order. */
    public static long of(long first, long second) {
        return mix(mix(first + STEP) ^ second * STEP);
    }

    /** As above. */
    public static long of(long first, long second, long third) {
        return of(of(first, second), third);
    }

    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * FIRST;
        mixed = (mixed ^ (mixed >>> 27)) * SECOND;
        return mixed ^ (mixed >>> 31);
    }
}
