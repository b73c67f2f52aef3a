package org.reactivempi.core.collective.algorithm;

import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.Plan.Range;
import org.reactivempi.core.collective.plan.PlanBuilder;

/**
 * Reductions whose bits depend on the number of ranks and on their values alone: each element is put together along the binomial tree
 * whose root is rank 0, whatever the length of the vector, the root of the operation, and the places of the ranks.
 */
public final class RankTree {

    private static final String NAME = "rank-tree";

    private RankTree() {}

    /** All ranks reduced for the root. */
    public static Plan reduce(int rank, int size, int root, long lengthBytes, boolean inPlace) {
        return Reductions.toRootInOrder(rank, size, root, lengthBytes, inPlace);
    }

    /** All ranks reduced for all. */
    public static Plan allreduce(int rank, int size, long lengthBytes, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        Binomial tree = new Binomial(plan, 0);
        int own = inPlace ? Plan.RECEIVE : Plan.SEND;
        int slot = rank == 0 || tree.ownBranch() == 1 ? Plan.RECEIVE : plan.scratch(lengthBytes);
        tree.reduce(new Range(own, 0, lengthBytes), slot, 0);
        tree.broadcast(Plan.RECEIVE, 0, lengthBytes);
        return plan.build(NAME);
    }

    /** All ranks reduced, and to each rank its block. */
    public static Plan reduceScatter(int rank, int size, long[] blocks, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        long[] starts = Places.of(blocks);
        int own = inPlace ? Plan.RECEIVE : Plan.SEND;
        Binomial tree = new Binomial(plan, 0);
        int whole = rank == 0 || tree.ownBranch() > 1 ? plan.scratch(starts[size]) : own;
        tree.reduce(new Range(own, 0, starts[size]), whole, 0);
        int branch = rank == 0 ? whole : plan.scratch(starts[rank + tree.ownBranch()] - starts[rank]);
        tree.scatter(branch, starts, starts[rank]);
        plan.copy(branch, 0, Plan.RECEIVE, 0, blocks[rank]);
        return plan.build(NAME);
    }
}
