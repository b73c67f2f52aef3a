package org.reactivempi.examples.heat;

import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import reactor.core.publisher.Mono;

/**
 * The exchange of edges with the ranks above and below, left and right.
 *
 * <p>At the ends there is the null process, with which all operations complete at once and change nothing.
 */
final class Halos {

    private static final int UPWARDS = 1;
    private static final int DOWNWARDS = 2;
    private static final int LEFTWARDS = 7;
    private static final int RIGHTWARDS = 8;

    private final Communicator world;
    private final Block block;
    private final int above;
    private final int below;
    private final int left;
    private final int right;

    Halos(Communicator world, Grid grid, Block block) {
        this.world = world;
        this.block = block;
        boolean idle = block.isEmpty();
        this.above = idle || block.isAtTop() ? Mpi.PROC_NULL : world.rank() - grid.across();
        this.below = idle || block.isAtBottom() ? Mpi.PROC_NULL : world.rank() + grid.across();
        this.left = idle || block.isAtLeft() ? Mpi.PROC_NULL : world.rank() - 1;
        this.right = idle || block.isAtRight() ? Mpi.PROC_NULL : world.rank() + 1;
    }

    /** All eight at once, so that no rank waits for one that waits. Cold: the edges as they are at each subscription. */
    Mono<Void> exchange() {
        return Mono.defer(() -> Mono.when(
                world.irecv(block.haloAbove(), above, DOWNWARDS),
                world.irecv(block.haloBelow(), below, UPWARDS),
                world.irecv(block.haloLeft(), left, RIGHTWARDS),
                world.irecv(block.haloRight(), right, LEFTWARDS),
                world.isend(block.firstRow(), above, UPWARDS),
                world.isend(block.lastRow(), below, DOWNWARDS),
                world.isend(block.firstColumn(), left, LEFTWARDS),
                world.isend(block.lastColumn(), right, RIGHTWARDS)));
    }
}
