package org.reactivempi.benchmarks.soak.side;

import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ExitException;
import org.reactivempi.Op;
import org.reactivempi.benchmarks.soak.draw.Mixed;
import reactor.core.publisher.Mono;

/**
 * What ranks do together until one of them is lost: in each step a sum of all, a message round the ranks, and an agreement that all have
 * come so far. Every value follows from the step and its sender.
 */
final class Steps {

    private static final int TAG = 3;
    private static final int FAILED = 1;
    private static final int WELL = 1;
    private static final int LOST = 0;
    private static final int COUNTS = 6;
    private static final int SHORTEST = 3;

    private final String lane;
    private final long seed;
    private final Communicator all;
    private long step;

    Steps(String lane, long seed, Communicator all) {
        this.lane = lane;
        this.seed = seed;
        this.all = all;
    }

    /**
     * The next step.
     *
     * @return cold; how many values were right, all of them
     */
    Mono<Integer> next() {
        return Mono.defer(() -> {
            long number = step++;
            int count = SHORTEST << number % COUNTS * 2;
            int source = Math.floorMod(all.rank() - 1, all.size());
            long[] sum = new long[count];
            long[] room = new long[count];
            Buffer mine = Buffers.of(values(number, all.rank(), count));
            return all.allreduce(mine, Buffers.of(sum), Op.SUM)
                    .then(all.isendrecv(mine, (all.rank() + 1) % all.size(), TAG, Buffers.of(room), source, TAG))
                    .thenReturn(WELL)
                    .onErrorResume(
                            Survivors::isLoss, loss -> all.failures().revoke().thenReturn(LOST))
                    .flatMap(all.failures()::agree)
                    .flatMap(agreed -> agreed == WELL ? Mono.just(agreed) : lost())
                    .map(agreed -> {
                        long[] sums = new long[count];
                        for (int rank = 0; rank < all.size(); rank++) {
                            long[] added = values(number, rank, count);
                            for (int i = 0; i < count; i++) {
                                sums[i] += added[i];
                            }
                        }
                        check(number, "allreduce", sums, sum);
                        check(number, "message of rank " + source, values(number, source, count), room);
                        return 2 * count + 1;
                    });
        });
    }

    /** All ranks hear of it by the agreement: also the ranks that were through with their part, and would wait for the others. */
    private Mono<Integer> lost() {
        return all.failures().revoke().then(all.barrier()).thenReturn(LOST);
    }

    private long[] values(long number, int rank, int count) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = Mixed.of(seed + all.size(), number, (long) rank << 32 | i);
        }
        return values;
    }

    private void check(long number, String what, long[] expected, long[] came) {
        for (int i = 0; i < expected.length; i++) {
            check(number, what + "[" + i + "] of " + came.length, expected[i], came[i]);
        }
    }

    private void check(long number, String what, long expected, long came) {
        if (expected != came) {
            throw failure(lane, seed, all, "step " + number + ", " + what, expected, came);
        }
    }

    static ExitException failure(String lane, long seed, Communicator all, String what, Object expected, Object came) {
        return new ExitException(
                FAILED,
                "soak: seed " + seed + ", rank " + all.rank() + " of " + all.size() + ": lane " + lane + ", " + what
                        + ": expected " + expected + ", came " + came);
    }
}
