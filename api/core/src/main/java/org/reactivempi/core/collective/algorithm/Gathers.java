package org.reactivempi.core.collective.algorithm;

import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanBuilder;

/** A block of each rank for the root, and of the root for each rank. The other ranks have one block, in the slot that they use. */
public final class Gathers {

    private Gathers() {}

    /**
     * Each rank sends its block to the root.
     *
     * @param own how long this rank's block is
     * @param blocks at the root, how long each is; not looked at elsewhere
     * @param inPlace at the root, whether its own block stands in its place already
     */
    public static Plan gatherDirectly(int rank, int size, int root, long own, long[] blocks, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        if (rank != root) {
            plan.send(root, Plan.SEND, 0, own);
            return plan.build("direct");
        }
        long[] starts = Places.of(blocks);
        if (!inPlace) {
            plan.copy(Plan.SEND, 0, Plan.RECEIVE, starts[root], own);
        }
        for (int i = 1; i < size; i++) {
            int from = (root + i) % size;
            plan.receive(from, Plan.RECEIVE, starts[from], Places.length(starts, from));
        }
        return plan.build("direct");
    }

    /** Blocks of one length along a binomial tree: fewer messages at the root, some of them longer. */
    public static Plan gatherAlongTree(int rank, int size, int root, long blockBytes, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        Binomial tree = new Binomial(plan, root);
        long[] starts = Places.equal(size, blockBytes);
        if (rank != root && tree.ownBranch() == 1) {
            tree.gather(Plan.SEND, starts, starts[tree.position()]);
            return plan.build("binomial");
        }
        boolean direct = rank == root && root == 0;
        int slot = direct ? Plan.RECEIVE : plan.scratch(tree.ownBranch() * blockBytes);
        if (!inPlace || rank != root) {
            plan.copy(Plan.SEND, 0, slot, 0, blockBytes);
        } else if (!direct) {
            plan.copy(Plan.RECEIVE, root * blockBytes, slot, 0, blockBytes);
        }
        tree.gather(slot, starts, starts[tree.position()]);
        if (rank == root && !direct) {
            plan.copy(slot, 0, Plan.RECEIVE, root * blockBytes, (size - root) * blockBytes);
            plan.copy(slot, (size - root) * blockBytes, Plan.RECEIVE, 0, root * blockBytes);
        }
        return plan.build("binomial");
    }

    /** The root sends each rank its block; as {@link #gatherDirectly}. */
    public static Plan scatterDirectly(int rank, int size, int root, long own, long[] blocks, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        if (rank != root) {
            plan.receive(root, Plan.RECEIVE, 0, own);
            return plan.build("direct");
        }
        long[] starts = Places.of(blocks);
        for (int i = 1; i < size; i++) {
            int to = (root + i) % size;
            plan.send(to, Plan.SEND, starts[to], Places.length(starts, to));
        }
        if (!inPlace) {
            plan.copy(Plan.SEND, starts[root], Plan.RECEIVE, 0, own);
        }
        return plan.build("direct");
    }

    /** Blocks of one length along a binomial tree. */
    public static Plan scatterAlongTree(int rank, int size, int root, long blockBytes, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        Binomial tree = new Binomial(plan, root);
        long[] starts = Places.equal(size, blockBytes);
        long base = starts[tree.position()];
        if (rank != root && tree.ownBranch() == 1) {
            tree.scatter(Plan.RECEIVE, starts, base);
            return plan.build("binomial");
        }
        boolean direct = rank == root && root == 0;
        int slot = direct ? Plan.SEND : plan.scratch(tree.ownBranch() * blockBytes);
        if (rank == root && !direct) {
            plan.copy(Plan.SEND, root * blockBytes, slot, 0, (size - root) * blockBytes);
            plan.copy(Plan.SEND, 0, slot, (size - root) * blockBytes, root * blockBytes);
        }
        tree.scatter(slot, starts, base);
        if (!inPlace || rank != root) {
            plan.copy(slot, 0, Plan.RECEIVE, 0, blockBytes);
        }
        return plan.build("binomial");
    }
}
