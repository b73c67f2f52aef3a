package org.reactivempi.benchmarks.pt2pt;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Op;
import reactor.core.publisher.Mono;

/**
 * What is to be measured runs before that, in rounds, until the compilers of all ranks have nothing more to do with it: on two cores
 * that the ranks fill, a compiler takes a slice of some milliseconds from a message, again and again.
 */
public final class WarmUp {

    private static final double NANOS_PER_MILLI = 1e6;

    /** Compilers that have worked for no longer than this in a round are done: some methods always become due. */
    private static final long QUIET_MILLIS = 5;

    /** In a row: what the end of a round makes a compiler throw away, the next round has compiled anew. */
    private static final int QUIET_ROUNDS = 2;

    private WarmUp() {}

    /**
     * Runs {@code round} once, and again until no rank has compiled anything worth mentioning in two of them.
     *
     * @param world whose ranks all call this
     * @param round what is repeated
     * @param rest at most, after each round, in which compilers have the cores for themselves
     * @param most no round begins later than this
     */
    public static Mono<Void> until(Communicator world, Mono<Void> round, Duration rest, Duration most) {
        return until(world, round.then(Rest.until(rest)), most, WarmUp::compilersMillis);
    }

    static Mono<Void> until(Communicator world, Mono<Void> round, Duration most, LongSupplier compilersMillis) {
        return Mono.defer(() -> {
            long start = System.nanoTime();
            // What the compilers of the busiest rank have worked in the last round, and the time that all that has
            // taken.
            long[] seen = new long[2];
            int[] quiet = new int[1];
            long[] before = {compilersMillis.getAsLong()};
            Mono<Void> look = Mono.fromRunnable(() -> {
                long now = compilersMillis.getAsLong();
                seen[0] = now - before[0];
                seen[1] = (long) ((System.nanoTime() - start) / NANOS_PER_MILLI);
                before[0] = now;
            });
            return round.then(look)
                    .then(world.allreduce(Buffer.inPlace(), Buffers.of(seen), Op.MAX))
                    .then(Mono.<Void>fromRunnable(() -> quiet[0] = seen[0] > QUIET_MILLIS ? 0 : quiet[0] + 1))
                    .repeat(() -> quiet[0] < QUIET_ROUNDS && seen[1] < most.toMillis())
                    .then();
        });
    }

    private static long compilersMillis() {
        CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        return compilers == null || !compilers.isCompilationTimeMonitoringSupported()
                ? 0
                : compilers.getTotalCompilationTime();
    }
}
