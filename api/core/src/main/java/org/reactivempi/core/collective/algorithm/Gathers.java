package org.reactivempi.core.collective.algorithm;

import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanBuilder;

/** A block of each rank for the root, and of the root for each rank. The other ranks have one block, in the slot that they use. */
public final class Gathers {

    /** A block of each rank for the root. */
    public static final Algorithms GATHER = Algorithms.of(
            "gather",
            // The root of two hosts gets the blocks of the other one as soon from each of its ranks.
            Algorithm.of("leaders", Leaders::gather)
                    .needs(Condition.EQUAL_BLOCKS, Condition.ROWS)
                    .when(task -> task.hosts().count() > 2 && task.bytes() <= Leaders.MOST_BYTES_OF_A_RANK),
            Algorithm.of(Binomial.NAME, Gathers::gatherAlongTree)
                    .needs(Condition.EQUAL_BLOCKS)
                    .when(Gathers::isTogether),
            Algorithm.of("direct", Gathers::gatherDirectly));

    /** A block of the root for each rank. */
    public static final Algorithms SCATTER = Algorithms.of(
            "scatter",
            Algorithm.of("leaders", Leaders::scatter)
                    .needs(Condition.EQUAL_BLOCKS, Condition.ROWS)
                    .when(task -> task.bytes() <= Leaders.MOST_BYTES_OF_A_RANK),
            Algorithm.of(Binomial.NAME, Gathers::scatterAlongTree)
                    .needs(Condition.EQUAL_BLOCKS)
                    .when(Gathers::isTogether),
            Algorithm.of("direct", Gathers::scatterDirectly));

    /** Up to here blocks travel together through other ranks. */
    private static final long TOGETHER_BYTES = 4 << 10;

    private Gathers() {}

    private static boolean isTogether(Task task) {
        return task.size() > Limits.FEW && task.bytes() <= TOGETHER_BYTES;
    }

    /** Each rank sends its block to the root. */
    private static void gatherDirectly(PlanBuilder plan, Task task) {
        int root = task.root();
        if (!task.isRoot()) {
            plan.send(root, Plan.SEND, 0, task.bytes());
            return;
        }
        long[] starts = Places.of(task.blocks());
        if (!task.inPlace()) {
            plan.copy(Plan.SEND, 0, Plan.RECEIVE, starts[root], task.bytes());
        }
        for (int i = 1; i < plan.size(); i++) {
            int from = (root + i) % plan.size();
            plan.receive(from, Plan.RECEIVE, starts[from], Places.length(starts, from));
        }
    }

    /** Blocks of one length along a binomial tree: fewer messages at the root, some of them longer. */
    private static void gatherAlongTree(PlanBuilder plan, Task task) {
        int size = plan.size();
        int root = task.root();
        long block = task.bytes();
        Binomial tree = new Binomial(plan, root);
        long[] starts = Places.equal(size, block);
        if (!task.isRoot() && tree.ownBranch() == 1) {
            tree.gather(Plan.SEND, starts, starts[tree.position()]);
            return;
        }
        boolean direct = task.isRoot() && root == 0;
        int slot = direct ? Plan.RECEIVE : plan.scratch(tree.ownBranch() * block);
        if (!task.inPlace() || !task.isRoot()) {
            plan.copy(Plan.SEND, 0, slot, 0, block);
        } else if (!direct) {
            plan.copy(Plan.RECEIVE, root * block, slot, 0, block);
        }
        tree.gather(slot, starts, starts[tree.position()]);
        if (task.isRoot() && !direct) {
            plan.copy(slot, 0, Plan.RECEIVE, root * block, (size - root) * block);
            plan.copy(slot, (size - root) * block, Plan.RECEIVE, 0, root * block);
        }
    }

    /** The root sends each rank its block. */
    private static void scatterDirectly(PlanBuilder plan, Task task) {
        int root = task.root();
        if (!task.isRoot()) {
            plan.receive(root, Plan.RECEIVE, 0, task.bytes());
            return;
        }
        long[] starts = Places.of(task.blocks());
        for (int i = 1; i < plan.size(); i++) {
            int to = (root + i) % plan.size();
            plan.send(to, Plan.SEND, starts[to], Places.length(starts, to));
        }
        if (!task.inPlace()) {
            plan.copy(Plan.SEND, starts[root], Plan.RECEIVE, 0, task.bytes());
        }
    }

    /** Blocks of one length along a binomial tree. */
    private static void scatterAlongTree(PlanBuilder plan, Task task) {
        int size = plan.size();
        int root = task.root();
        long block = task.bytes();
        Binomial tree = new Binomial(plan, root);
        long[] starts = Places.equal(size, block);
        long base = starts[tree.position()];
        if (!task.isRoot() && tree.ownBranch() == 1) {
            tree.scatter(Plan.RECEIVE, starts, base);
            return;
        }
        boolean direct = task.isRoot() && root == 0;
        int slot = direct ? Plan.SEND : plan.scratch(tree.ownBranch() * block);
        if (task.isRoot() && !direct) {
            plan.copy(Plan.SEND, root * block, slot, 0, (size - root) * block);
            plan.copy(Plan.SEND, 0, slot, (size - root) * block, root * block);
        }
        tree.scatter(slot, starts, base);
        if (!task.inPlace() || !task.isRoot()) {
            plan.copy(slot, 0, Plan.RECEIVE, 0, block);
        }
    }
}
