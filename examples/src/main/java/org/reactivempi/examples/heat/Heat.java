package org.reactivempi.examples.heat;

import java.util.Locale;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.examples.cli.Arguments;
import org.reactivempi.examples.cli.PngFile;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Heat diffusion in two dimensions on many ranks. */
public final class Heat {

    private final Communicator world;
    private final HeatOptions options;
    private final Diffusion diffusion;

    private Heat(Communicator world, HeatOptions options) {
        this.world = world;
        this.options = options;
        this.diffusion =
                new Diffusion(world, options.grid(world.size()), options.exchange(), options.steps, options.tolerance);
    }

    /**
     * Runs this as a rank of the job that launched it, or alone.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        Mpi.run(
                args,
                world -> Arguments.read(world, args, new HeatOptions())
                        .flatMap(options -> new Heat(world, options).run()));
    }

    private Mono<?> run() {
        return world.rank() == Division.ROOT ? lead() : diffusion.follow();
    }

    /** Rank 0 alone reads and writes files. */
    private Mono<?> lead() {
        return Mono.fromCallable(this::startingPlate)
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(plate -> diffusion
                        .lead(plate)
                        .publishOn(Schedulers.boundedElastic())
                        .doOnNext(end -> finish(plate, end)));
    }

    private Plate startingPlate() {
        Plate plate = options.image == null ? Pattern.plate() : PlateImage.read(options.image);
        PngFile.requireWritable(options.out);
        return plate;
    }

    private void finish(Plate plate, Diffusion.End end) {
        PlateImage.write(plate, options.out);
        System.out.printf(
                Locale.ROOT,
                "heat: %d x %d points, %d steps, last change %s; see %s%n",
                plate.width(),
                plate.height(),
                end.steps(),
                end.change(),
                options.out);
    }
}
