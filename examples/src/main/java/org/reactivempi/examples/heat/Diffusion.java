package org.reactivempi.examples.heat;

import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Cartesian;
import org.reactivempi.Communicator;
import org.reactivempi.Op;
import reactor.core.publisher.Mono;

/** Heat that spreads for a while, on all ranks together: one leads with the plate, the others follow. */
final class Diffusion {

    private final Communicator world;
    private final int stepsMax;
    private final double tolerance;
    private final Grid grid;
    private final Exchange exchange;
    private final Division division;

    /** Ends after {@code stepsMax} steps, or as soon as no point changes by more than {@code tolerance} in one. */
    Diffusion(Communicator world, Grid grid, Exchange exchange, int stepsMax, double tolerance) {
        this.world = world;
        this.grid = grid;
        this.exchange = exchange;
        this.stepsMax = stepsMax;
        this.tolerance = tolerance;
        this.division = new Division(world, grid);
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

    private Mono<End> diffuse(Block block) {
        return switch (exchange) {
            case MESSAGES -> diffuse(block, new Halos(world, grid, block).exchange());
            case TOPOLOGY ->
                world.cartesian(Cartesian.of(grid.down(), grid.across()))
                        .flatMap(neighbors -> diffuse(block, new GridHalos(neighbors, block).exchange())
                                .delayUntil(end -> neighbors.free()));
            case WINDOWS ->
                WindowHalos.of(world, grid, block)
                        .flatMap(halos -> diffuse(block, halos.exchange()).delayUntil(end -> halos.free()));
        };
    }

    /** All ranks see the same change, and so stop together. */
    private Mono<End> diffuse(Block block, Mono<Void> edges) {
        double[] change = new double[1];
        Mono<Double> step = edges.then(Mono.fromRunnable(() -> change[0] = block.step()))
                .then(world.allreduce(Buffer.inPlace(), Buffers.of(change), Op.MAX))
                .then(Mono.fromSupplier(() -> change[0]));
        return step.repeat(stepsMax - 1)
                .takeUntil(largest -> largest <= tolerance)
                .index((index, largest) -> new End(index + 1, largest))
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
