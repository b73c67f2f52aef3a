package org.reactivempi.examples.heat;

import java.util.List;
import java.util.function.Function;
import org.reactivempi.Communicator;
import org.reactivempi.Group;
import org.reactivempi.Mpi;
import org.reactivempi.Place;
import org.reactivempi.SendBuffer;
import org.reactivempi.Window;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The same exchange of edges as that of {@link Halos}, by windows: each rank writes its edges to where its neighbors have their halo, in their very
 * arrays. Nobody receives anything.
 *
 * <pre>
 *  rank 0   exposed  |----- halo below is written -----|  step
 *           accessed |-- last row  --&gt; rank 1 --|
 *  rank 1   exposed  |----- halo above is written -----|  step
 *           accessed |-- first row --&gt; rank 0 --|
 * </pre>
 * A block has two arrays, which take turns, and so there are two windows. A rank writes to a neighbor's array when that has exposed it, after its
 * last step; and its owner goes on when all neighbors have written.
 */
final class WindowHalos {

    private final List<Window> windows;
    private final Grid grid;
    private final Block block;
    private final Neighbors neighbors;
    private final Group group;
    private int exchanges;

    private WindowHalos(Communicator world, Grid grid, Block block, List<Window> windows) {
        this.windows = windows;
        this.grid = grid;
        this.block = block;
        this.neighbors = Neighbors.of(world.rank(), grid, block);
        this.group = world.group().incl(neighbors.ranks());
    }

    /** Makes the windows, on all ranks: also on those that have no part of the plate. */
    static Mono<WindowHalos> of(Communicator world, Grid grid, Block block) {
        return Flux.fromIterable(block.memories())
                .concatMap(memory -> world.windows().create(memory))
                .collectList()
                .map(windows -> new WindowHalos(world, grid, block, windows));
    }

    /** In the window over the array that the block has its numbers in now. Cold, as that of {@link Halos}. */
    Mono<Void> exchange() {
        return Mono.defer(() -> {
            Window window = windows.get(exchanges++ % windows.size());
            return Mono.when(window.exposed(group, exposed -> Mono.empty()), window.accessed(group, this::write));
        });
    }

    private Mono<Void> write(Window window) {
        return Mono.when(
                write(window, block.firstRow(), neighbors.above(), HaloPlaces::below),
                write(window, block.lastRow(), neighbors.below(), HaloPlaces::above),
                write(window, block.firstColumn(), neighbors.left(), HaloPlaces::right),
                write(window, block.lastColumn(), neighbors.right(), HaloPlaces::left));
    }

    private Mono<Void> write(Window window, SendBuffer edge, int neighbor, Function<HaloPlaces, Place> place) {
        return neighbor == Mpi.PROC_NULL
                ? Mono.empty()
                : window.put(edge, neighbor, place.apply(block.halo(grid, neighbor)));
    }

    /** On all ranks, when none of them exchanges anything any more. */
    Mono<Void> free() {
        return Flux.fromIterable(windows).concatMap(Window::free).then();
    }
}
