package org.reactivempi.examples.pi;

import java.io.PrintStream;
import java.util.Locale;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Mono;

/**
 * Pi as the integral of 4 / (1 + x^2) from 0 to 1, by the midpoints of as many strips as one likes.
 *
 * <pre>
 *  rank    0  1  2  3  0  1  2  3  0 ...     each rank adds up the strips that are dealt to it,
 *  strip   0  1  2  3  4  5  6  7  8 ...     and rank 0 gets the sum of the sums
 * </pre>
 */
public final class Pi {

    private static final double NANOS_PER_MILLI = 1e6;

    private final Communicator world;

    Pi(Communicator world) {
        this.world = world;
    }

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new PiOptions())
                        .flatMap(options -> new Pi(world).run(options, System.out)));
    }

    /** The number of strips is rank 0's: the others learn it by a broadcast, as they would what only rank 0 has read. */
    Mono<Void> run(PiOptions options, PrintStream out) {
        int[] strips = {world.rank() == 0 ? options.strips : 0};
        double[] part = new double[1];
        double[] pi = new double[1];
        long start = System.nanoTime();
        return world.bcast(Buffers.of(strips), 0)
                .then(Mono.fromRunnable(() -> part[0] = part(strips[0])))
                .then(world.reduce(Buffers.doubles(part), Buffers.of(pi), Op.SUM, 0))
                .then(Mono.fromRunnable(() -> {
                    if (world.rank() == 0) {
                        double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
                        out.printf(
                                Locale.ROOT,
                                "pi is %.15f, which is off by %.1e: %d strips, %d ranks, %.1f ms%n",
                                pi[0],
                                Math.abs(pi[0] - Math.PI),
                                strips[0],
                                world.size(),
                                millis);
                    }
                }));
    }

    private double part(int strips) {
        double width = 1.0 / strips;
        double sum = 0;
        for (int i = world.rank(); i < strips; i += world.size()) {
            double x = (i + 0.5) * width;
            sum += 4 / (1 + x * x);
        }
        return sum * width;
    }
}
