package org.reactivempi.examples.heat;

import java.util.Locale;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.examples.cli.Arguments;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.function.Tuple2;

/** Heat diffusion in two dimensions on many ranks. */
public final class Heat {

    private final Communicator world;
    private final HeatOptions options;
    private final Division division;

    private Heat(Communicator world, HeatOptions options) {
        this.world = world;
        this.options = options;
        this.division = new Division(world);
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

    private Mono<Void> run() {
        return world.rank() == Division.ROOT ? lead() : follow();
    }

    /** Rank 0 has the whole plate at the beginning and in the end. */
    private Mono<Void> lead() {
        return Mono.fromCallable(this::startingPlate)
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(plate -> division.scatter(plate)
                        .flatMap(block -> diffuse(block)
                                .delayUntil(end -> division.gather(block, plate))
                                .publishOn(Schedulers.boundedElastic())
                                .doOnNext(end -> finish(plate, end))))
                .then();
    }

    private Mono<Void> follow() {
        return division.receive()
                .flatMap(block -> diffuse(block).then(division.send(block)))
                .then();
    }

    /** Steps until the last one, or until nothing changes much: all ranks see the same change, and stop together. */
    private Mono<Tuple2<Long, Double>> diffuse(Block block) {
        Halos halos = new Halos(world, block);
        MaxOfAll maxOfAll = new MaxOfAll(world);
        Mono<Double> step =
                halos.exchange().then(Mono.fromCallable(block::step)).flatMap(maxOfAll::of);
        return step.repeat(options.steps - 1)
                .takeUntil(change -> change <= options.tolerance)
                .index()
                .last();
    }

    private Plate startingPlate() {
        Plate plate = options.image == null ? Pattern.plate() : PlateImage.read(options.image);
        PlateImage.requireWritable(options.out);
        return plate;
    }

    private void finish(Plate plate, Tuple2<Long, Double> end) {
        PlateImage.write(plate, options.out);
        System.out.printf(
                Locale.ROOT,
                "heat: %d x %d points, %d ranks, %d steps, last change %s; see %s%n",
                plate.width(),
                plate.height(),
                world.size(),
                end.getT1() + 1,
                end.getT2(),
                options.out);
    }
}
