package org.reactivempi.examples.heat;

import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.CartesianCommunicator;
import reactor.core.publisher.Mono;

/**
 * The same exchange of edges as that of {@link Halos}, by one operation of neighbors. Which ranks these are, the communicator knows, and so
 * where the plate ends; there nothing is touched.
 */
final class GridHalos {

    private final CartesianCommunicator grid;
    private final Block block;

    GridHalos(CartesianCommunicator grid, Block block) {
        this.grid = grid;
        this.block = block;
    }

    /** Along each dimension the lower neighbor comes first: above and below, left and right. Cold, as that of {@link Halos}. */
    Mono<Void> exchange() {
        return Mono.defer(() -> grid.neighborAlltoallv(
                Blocks.of(
                        edge(block.isAtTop(), block.firstRow()),
                        edge(block.isAtBottom(), block.lastRow()),
                        edge(block.isAtLeft(), block.firstColumn()),
                        edge(block.isAtRight(), block.lastColumn())),
                Blocks.of(
                        edge(block.isAtTop(), block.haloAbove()),
                        edge(block.isAtBottom(), block.haloBelow()),
                        edge(block.isAtLeft(), block.haloLeft()),
                        edge(block.isAtRight(), block.haloRight()))));
    }

    /** Ranks that are too many for the plate have neighbors as well, which share no edge with them. */
    private Buffer edge(boolean end, Buffer edge) {
        return end || block.isEmpty() ? Buffer.empty() : edge;
    }
}
