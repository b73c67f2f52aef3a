package org.reactivempi.benchmarks.soak.group;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivempi.Communicator;
import org.reactivempi.ExitException;

/**
 * Compares what has come in a lane with what was to come, and counts it. What differs ends the job: the error has a line that says
 * where that was, and what. Any thread.
 */
public final class Check {

    private static final int FAILED = 1;

    private final String lane;
    private final long seed;
    private final long round;
    private final Communicator world;
    private final AtomicLong counted;

    /**
     * For one round of one lane.
     *
     * @param counted how many values of the lane were right so far
     */
    public Check(String lane, long seed, long round, Communicator world, AtomicLong counted) {
        this.lane = lane;
        this.seed = seed;
        this.round = round;
        this.world = world;
        this.counted = counted;
    }

    void equal(String what, long expected, long came) {
        if (expected != came) {
            throw failure(what, expected, came);
        }
        counted.incrementAndGet();
    }

    void same(String what, Object expected, Object came) {
        if (!Objects.equals(expected, came)) {
            throw failure(what, expected, came);
        }
        counted.incrementAndGet();
    }

    void ints(String what, int[] expected, int[] came) {
        longs(what, widened(expected), widened(came));
    }

    private static long[] widened(int... values) {
        return Arrays.stream(values).asLongStream().toArray();
    }

    void longs(String what, long[] expected, long[] came) {
        if (expected.length != came.length) {
            throw failure(what + ", length", expected.length, came.length);
        }
        for (int i = 0; i < expected.length; i++) {
            if (expected[i] != came[i]) {
                throw failure(what + "[" + i + "] of " + came.length, expected[i], came[i]);
            }
        }
        passed(expected.length);
    }

    /** So many more values were right. */
    void passed(long values) {
        counted.addAndGet(values);
    }

    /** Whatever ends a lane, with its place. */
    public Throwable placed(Throwable error) {
        if (error instanceof ExitException) {
            return error;
        }
        Throwable cause = error.getCause();
        return failure("its turn", "its end", cause == null ? error : error + ", caused by " + cause);
    }

    ExitException failure(String what, Object expected, Object came) {
        return failure("lane " + lane + ", " + what + ": expected " + expected + ", came " + came, seed, round, world);
    }

    /** The end of the job because of this, at this rank in this round. */
    public static ExitException failure(String what, long seed, long round, Communicator world) {
        return new ExitException(
                FAILED,
                "soak: seed " + seed + ", round " + round + ", rank " + world.rank() + " of " + world.size() + ": "
                        + what);
    }
}
