package org.reactivempi.examples.kmeans;

import static org.reactivempi.Buffers.bytes;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.Supplier;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Clusters of points that are divided among the ranks (Lloyd's k-means): one {@code allreduce} for each step. */
public final class KMeans {

    private static final int ROOT = 0;

    private final Communicator world;
    private final KMeansOptions options;
    private final Progress progress;
    private double[] centres;
    private double moved = Double.POSITIVE_INFINITY;
    private int steps;

    KMeans(Communicator world, KMeansOptions options, Progress progress) {
        this.world = world;
        this.options = options;
        this.progress = progress;
        this.centres = Points.firstCentres(options.clusters);
    }

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new KMeansOptions())
                        .flatMap(options -> new KMeans(world, options, Progress.onTerminal()).run(System.out)));
    }

    Mono<Void> run(PrintStream out) {
        return elsewhere(() -> Points.share(options.points, world.rank(), world.size()))
                .flatMap(points -> step(points)
                        .repeat(() -> steps < options.steps && moved > 0)
                        .then(draw(points)))
                .then(Mono.fromRunnable(() -> {
                    if (world.rank() == ROOT) {
                        out.printf(
                                Locale.ROOT,
                                "kmeans: %d points, %d clusters, %d ranks, %d steps, last move %.6f; see %s%n",
                                options.points,
                                options.clusters,
                                world.size(),
                                steps,
                                moved,
                                options.out);
                    }
                }));
    }

    /** All ranks get the same sums, to the last bit, and so they go the same way. */
    private Mono<Void> step(Points points) {
        return elsewhere(() -> points.sums(centres))
                .flatMap(sums -> world.allreduce(Buffer.inPlace(), Buffers.of(sums), Op.SUM)
                        .then(Mono.fromRunnable(() -> move(sums))));
    }

    private void move(double[] sums) {
        double[] next = centres.clone();
        moved = 0;
        for (int i = 0; i < options.clusters; i++) {
            double count = sums[3 * i + 2];
            if (count > 0) {
                next[2 * i] = sums[3 * i] / count;
                next[2 * i + 1] = sums[3 * i + 1] / count;
            }
            moved = Math.max(moved, Math.hypot(next[2 * i] - centres[2 * i], next[2 * i + 1] - centres[2 * i + 1]));
        }
        centres = next;
        steps++;
        if (world.rank() == ROOT) {
            progress.show(steps, moved, steps == options.steps || moved == 0);
        }
    }

    /** Each rank draws its own points, and a reduction lays the pictures over each other. */
    private Mono<Void> draw(Points points) {
        byte[] all = new byte[world.rank() == ROOT ? Picture.SIDE * Picture.SIDE : 0];
        return elsewhere(() -> points.picture(centres, Picture.SIDE))
                .flatMap(own -> world.reduce(bytes(own), Buffers.of(all), Op.MAX, ROOT))
                .then(Mono.defer(() -> world.rank() == ROOT ? write(all) : Mono.empty()));
    }

    private Mono<Void> write(byte[] dots) {
        return Mono.<Void>fromRunnable(() -> Picture.write(dots, centres, options.out))
                .subscribeOn(Schedulers.boundedElastic());
    }

    /** Where the centres are now: x and y of each. */
    double[] centres() {
        return centres.clone();
    }

    /** What takes long keeps no messages waiting. */
    private static <T> Mono<T> elsewhere(Supplier<T> work) {
        return Mono.fromSupplier(work).subscribeOn(Schedulers.boundedElastic());
    }
}
