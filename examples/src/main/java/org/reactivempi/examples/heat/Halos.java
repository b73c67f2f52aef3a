package org.reactivempi.examples.heat;

import org.reactivempi.Communicator;
import reactor.core.publisher.Mono;

/** The exchange of edges with the ranks above and below, left and right, where there are such. */
final class Halos {

    private static final int UPWARDS = 1;
    private static final int DOWNWARDS = 2;
    private static final int LEFTWARDS = 7;
    private static final int RIGHTWARDS = 8;

    private final Communicator world;
    private final Block block;
    private final Neighbors neighbors;

    Halos(Communicator world, Grid grid, Block block) {
        this.world = world;
        this.block = block;
        this.neighbors = Neighbors.of(world.rank(), grid, block);
    }

    /** All eight at once, so that no rank waits for one that waits. Cold: the edges as they are at each subscription. */
    Mono<Void> exchange() {
        return Mono.defer(() -> Mono.when(
                world.irecv(block.haloAbove(), neighbors.above(), DOWNWARDS),
                world.irecv(block.haloBelow(), neighbors.below(), UPWARDS),
                world.irecv(block.haloLeft(), neighbors.left(), RIGHTWARDS),
                world.irecv(block.haloRight(), neighbors.right(), LEFTWARDS),
                world.isend(block.firstRow(), neighbors.above(), UPWARDS),
                world.isend(block.lastRow(), neighbors.below(), DOWNWARDS),
                world.isend(block.firstColumn(), neighbors.left(), LEFTWARDS),
                world.isend(block.lastColumn(), neighbors.right(), RIGHTWARDS)));
    }
}
