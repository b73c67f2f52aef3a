package org.reactivempi.benchmarks;

import java.lang.invoke.MethodHandles;
import org.openjdk.jmh.annotations.Benchmark;
import org.reactivempi.transport.engine.progress.Boundary;

/**
 * What it costs that a turn of the loop is compiled in pieces: a call that the compiler does not look into, against the same call
 * that it inlines. The loop has five: in front of the read, the post, the send, the signal, and the turn's end.
 */
public class BoundaryBenchmark extends Nanoseconds {

    private static final Boundary PIECE = Boundary.to(MethodHandles.lookup(), "piece");

    private final int[] count = new int[1];

    // ErrorProne can't see the lookup by name.
    @SuppressWarnings("UnusedMethod")
    private static void piece(Object count, Object by) {
        ((int[]) count)[0] += (Integer) by;
    }

    /**
     * The next piece as a part of this one.
     *
     * @return how often
     */
    @Benchmark
    public int inlined() {
        piece(count, 1);
        return count[0];
    }

    /**
     * The next piece compiled by itself.
     *
     * @return how often
     */
    @Benchmark
    public int crossed() {
        PIECE.cross(count, 1);
        return count[0];
    }

    /**
     * Five of them in a row.
     *
     * @return how often
     */
    @Benchmark
    public int crossedFiveTimes() {
        PIECE.cross(count, 1);
        PIECE.cross(count, 1);
        PIECE.cross(count, 1);
        PIECE.cross(count, 1);
        PIECE.cross(count, 1);
        return count[0];
    }
}
