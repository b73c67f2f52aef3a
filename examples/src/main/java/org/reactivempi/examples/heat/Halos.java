package org.reactivempi.examples.heat;

import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import reactor.core.publisher.Mono;

/**
 * The exchange of edges with the ranks above and below.
 *
 * <p>At the ends there is the null process, with which all operations complete at once and change nothing.
 */
final class Halos {

    private static final int UPWARDS = 1;
    private static final int DOWNWARDS = 2;

    private final Communicator world;
    private final Block block;
    private final int above;
    private final int below;

    Halos(Communicator world, Block block) {
        this.world = world;
        this.block = block;
        boolean idle = block.rows().count() == 0;
        this.above = idle || block.rows().first() == 0 ? Mpi.PROC_NULL : world.rank() - 1;
        this.below = idle || block.isLast() ? Mpi.PROC_NULL : world.rank() + 1;
    }

    /** All four at once, so that no rank waits for one that waits. Cold: the rows as they are at each subscription. */
    Mono<Void> exchange() {
        return Mono.defer(() -> Mono.when(
                world.irecv(block.haloAbove(), above, DOWNWARDS),
                world.irecv(block.haloBelow(), below, UPWARDS),
                world.isend(block.firstRow(), above, UPWARDS),
                world.isend(block.lastRow(), below, DOWNWARDS)));
    }
}
