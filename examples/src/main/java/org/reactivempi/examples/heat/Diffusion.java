package org.reactivempi.examples.heat;

import org.reactivempi.Communicator;
import reactor.core.publisher.Mono;

/** Heat that spreads for a while, on all ranks together: one leads with the plate, the others follow. */
final class Diffusion {

    private final Communicator world;
    private final int stepsMax;
    private final double tolerance;
    private final Division division;

    /** Ends after {@code stepsMax} steps, or as soon as no point changes by more than {@code tolerance} in one. */
    Diffusion(Communicator world, int stepsMax, double tolerance) {
        this.world = world;
        this.stepsMax = stepsMax;
        this.tolerance = tolerance;
        this.division = new Division(world);
    }

    /** At the root, which has the whole plate at the beginning and, changed, in the end. */
    Mono<End> lead(Plate plate) {
        return division.scatter(plate)
                .flatMap(block -> diffuse(block).delayUntil(end -> division.gather(block, plate)));
    }

    /** On all other ranks. */
    Mono<End> follow() {
        return division.receive().flatMap(block -> diffuse(block).delayUntil(end -> division.send(block)));
    }

    /** All ranks see the same change, and so stop together. */
    private Mono<End> diffuse(Block block) {
        Halos halos = new Halos(world, block);
        MaxOfAll maxOfAll = new MaxOfAll(world);
        Mono<Double> step =
                halos.exchange().then(Mono.fromCallable(block::step)).flatMap(maxOfAll::of);
        return step.repeat(stepsMax - 1)
                .takeUntil(change -> change <= tolerance)
                .index((index, change) -> new End(index + 1, change))
                .last();
    }

    /**
     * How it ended.
     *
     * @param steps how many there were
     * @param change the largest change of a point in the last one
     */
    record End(long steps, double change) {}
}
