package org.reactivempi.examples.flood;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ExitException;
import org.reactivempi.Mpi;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * All ranks but the first send as fast as they can, to a receiver that sleeps first. They fill what it keeps for them, and
 * wait. To be run with little memory:
 *
 * <pre>
 *  examples/run flood -n 2 --jvm-arg -Xmx128m --jvm-arg -XX:MaxDirectMemorySize=64m
 * </pre>
 */
public final class Flood {

    private static final int USAGE_CODE = 2;
    private static final int FAILED = 1;
    private static final int RECEIVER = 0;
    private static final int TAG = 0;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEBI = 1024 * 1024;

    private final Communicator world;
    private final FloodOptions options;
    private final long total;
    private final long[] room = new long[1];
    private final long[] expected;

    Flood(Communicator world, FloodOptions options) {
        this.world = world;
        this.options = options;
        this.total = (long) options.messages * (world.size() - 1);
        this.expected = new long[world.size()];
    }

    /**
     * Runs this as a rank of the job that launched it.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new FloodOptions())
                        .flatMap(options -> new Flood(world, options).run(System.out)));
    }

    Mono<Void> run(PrintStream out) {
        if (world.size() == 1) {
            return Mono.error(
                    new ExitException(USAGE_CODE, "flood: 1 rank, needed are 2 or more: examples/run flood -n 2"));
        }
        return world.barrier().then(world.rank() == RECEIVER ? receive(out) : send());
    }

    private Mono<Void> send() {
        return Flux.range(0, options.messages)
                .flatMap(number -> world.isend(Buffers.longs(number), RECEIVER, TAG), options.underWay)
                .then();
    }

    private Mono<Void> receive(PrintStream out) {
        Mono<Void> all = world.irecv(Buffers.of(room), Mpi.ANY_SOURCE, TAG)
                .doOnNext(status -> check(status.source()))
                .repeat(total - 1)
                .then();
        long start = System.nanoTime();
        return Mono.delay(Duration.ofMillis(options.sleepMillis))
                .then(all)
                .then(Mono.fromRunnable(() -> report(System.nanoTime() - start, out)));
    }

    /** Messages of one sender come in order, so a missing one would be noticed at the next. */
    private void check(int source) {
        if (room[0] != expected[source]) {
            throw new ExitException(
                    FAILED,
                    "message " + room[0] + " of rank " + source + " has come where " + expected[source] + " was due");
        }
        expected[source]++;
    }

    private void report(long nanos, PrintStream out) {
        out.printf(
                Locale.ROOT,
                "%d messages from %d ranks in %.1f s, %d ms of them asleep: none lost, all in order; %.0f MiB of heap at most%n",
                total,
                world.size() - 1,
                nanos / NANOS_PER_SECOND,
                options.sleepMillis,
                Runtime.getRuntime().maxMemory() / MEBI);
    }
}
