package org.reactivempi.examples.heat;

import org.reactivempi.Buffer;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import reactor.core.publisher.Mono;

/**
 * An all-reduce: the largest of one number from each rank, known to all. The order in which numbers meet does not
 * matter to a maximum, as it would to a sum of floating-point numbers.
 *
 * <pre>
 *        0            up the tree: the largest of each subtree;
 *      /   \          down again: the largest of all
 *     1     2
 *    / \   /
 *   3   4 5
 * </pre>
 * Where the tree ends there is the null process, which sends nothing: what it would fill stays at the lowest value.
 */
final class MaxOfAll {

    private static final int UP = 3;
    private static final int DOWN = 4;

    private final Communicator world;
    private final int parent;
    private final int left;
    private final int right;

    MaxOfAll(Communicator world) {
        this.world = world;
        this.parent = world.rank() == 0 ? Mpi.PROC_NULL : (world.rank() - 1) / 2;
        this.left = childOrNone(2 * world.rank() + 1);
        this.right = childOrNone(2 * world.rank() + 2);
    }

    Mono<Double> of(double own) {
        double[] fromLeft = {Double.NEGATIVE_INFINITY};
        double[] fromRight = {Double.NEGATIVE_INFINITY};
        double[] largest = new double[1];
        Buffer result = Buffer.doubles(largest);
        return Mono.when(
                        world.irecv(Buffer.doubles(fromLeft), left, UP),
                        world.irecv(Buffer.doubles(fromRight), right, UP))
                .then(Mono.fromRunnable(() -> largest[0] = Math.max(own, Math.max(fromLeft[0], fromRight[0]))))
                .then(world.isend(result, parent, UP))
                .then(world.irecv(result, parent, DOWN))
                .then(Mono.when(world.isend(result, left, DOWN), world.isend(result, right, DOWN)))
                .then(Mono.fromSupplier(() -> largest[0]));
    }

    private int childOrNone(int rank) {
        return rank < world.size() ? rank : Mpi.PROC_NULL;
    }
}
