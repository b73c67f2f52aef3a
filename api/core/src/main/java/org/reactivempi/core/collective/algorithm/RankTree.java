package org.reactivempi.core.collective.algorithm;

import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.Plan.Range;
import org.reactivempi.core.collective.plan.PlanBuilder;

/**
 * Reductions whose bits depend on the number of ranks and on their values alone: each element is put together along the binomial tree
 * whose root is rank 0, whatever the length of the vector, the root of the operation, and the places of the ranks. That of an operation with
 * a root is the binomial tree in the order of the ranks.
 */
final class RankTree {

    static final String NAME = "rank-tree";

    private RankTree() {}

    /** All ranks reduced for all. */
    static void allreduce(PlanBuilder plan, Task task) {
        Binomial tree = new Binomial(plan, 0);
        int slot = plan.rank() == 0 || tree.ownBranch() == 1 ? Plan.RECEIVE : plan.scratch(task.bytes());
        tree.reduce(new Range(Places.own(task), 0, task.bytes()), slot, 0);
        tree.broadcast(Plan.RECEIVE, 0, task.bytes());
    }

    /** All ranks reduced, and to each rank its block. */
    static void reduceScatter(PlanBuilder plan, Task task) {
        int rank = plan.rank();
        long[] starts = Places.of(task.blocks());
        long all = starts[plan.size()];
        int own = Places.own(task);
        Binomial tree = new Binomial(plan, 0);
        int whole = rank == 0 || tree.ownBranch() > 1 ? plan.scratch(all) : own;
        tree.reduce(new Range(own, 0, all), whole, 0);
        int branch = rank == 0 ? whole : plan.scratch(starts[rank + tree.ownBranch()] - starts[rank]);
        tree.scatter(branch, starts, starts[rank]);
        plan.copy(branch, 0, Plan.RECEIVE, 0, Places.length(starts, rank));
    }
}
