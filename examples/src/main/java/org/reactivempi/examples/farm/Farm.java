package org.reactivempi.examples.farm;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.reactivempi.Buffers;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Delivery;
import org.reactivempi.Mpi;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Tasks that all take the same time, on ranks whose last one is slower than the others: first each rank asks for the next task when it
 * is done with one, then the tasks are split into equal parts.
 *
 * <pre>
 *                 by demand                 a static split
 *  rank 0    0 2 3 4 5 7 8 9 10 12 ...      0 2 4 6 8 |
 *  rank 1    1-------6-------11----         1-------3-------5-------7-------9-------|
 * </pre>
 */
public final class Farm {

    private static final double MILLIS_PER_SECOND = 1000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Communicator world;
    private final FarmOptions options;
    private final PrintStream out;

    Farm(Communicator world, FarmOptions options, PrintStream out) {
        this.world = world;
        this.options = options;
        this.out = out;
    }

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new FarmOptions())
                        .flatMap(options -> new Farm(world, options, System.out).run()));
    }

    Mono<Void> run() {
        Flux<Integer> tasks = Flux.range(0, options.tasks);
        Flux<Integer> byDemand = world.scatterStream(tasks, Codecs.intValue(), 0, Delivery.AT_LEAST_ONCE);
        Flux<Integer> part = tasks.filter(task -> task % world.size() == world.rank());
        return timed("by demand", byDemand).then(timed("static split", part));
    }

    /** Does this rank's tasks, one after the other; a prefetch of 0 asks for the next one when the last one is done. */
    private Mono<Void> timed(String name, Flux<Integer> tasks) {
        int[] counts = new int[world.size()];
        long[] start = new long[1];
        return world.barrier()
                .then(Mono.fromRunnable(() -> start[0] = System.nanoTime()))
                .then(tasks.concatMap(this::work, 0).count())
                .flatMap(count -> world.gather(Buffers.ints(count.intValue()), Buffers.of(counts), 0))
                .then(Mono.fromRunnable(() -> print(name, counts, (System.nanoTime() - start[0]) / NANOS_PER_SECOND)));
    }

    private Mono<Integer> work(int task) {
        boolean slow = world.rank() == world.size() - 1;
        return Mono.delay(Duration.ofMillis(slow ? (long) options.slower * options.millis : options.millis))
                .thenReturn(task);
    }

    /** The gathering ends at rank 0 when all ranks are done. */
    private void print(String name, int[] counts, double seconds) {
        if (world.rank() == 0) {
            double ideal = ideal();
            out.printf(
                    Locale.ROOT,
                    "%-12s  %d tasks in %.2f s, %.0f %% more than the ideal %.2f s; each rank did %s%n",
                    name,
                    Arrays.stream(counts).sum(),
                    seconds,
                    100 * (seconds / ideal - 1),
                    ideal,
                    Arrays.toString(counts));
        }
    }

    /** All ranks busy until the end. */
    private double ideal() {
        double speed = world.size() - 1 + 1.0 / options.slower;
        return options.tasks * options.millis / MILLIS_PER_SECOND / speed;
    }
}
