package org.reactivempi.core.collective.algorithm;

import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanBuilder;

/** The root's data for all, in the slot of what is received, at the root too. */
public final class Broadcasts {

    /** The root's vector for all. */
    public static final Algorithms BCAST = Algorithms.of(
            "bcast",
            Algorithm.of("leaders", Leaders::bcast)
                    .needs(Condition.HOSTS)
                    .when(task -> task.bytes() <= Leaders.MOST_BYTES),
            Algorithm.of(Binomial.NAME, Broadcasts::binomial)
                    .when(task -> task.size() <= 2 || task.bytes() <= Limits.SPLIT_BYTES),
            Algorithm.of("scatter-ring", Broadcasts::scatterAndRing).when(task -> task.size() == 3),
            Algorithm.of("circulant", Broadcasts::circulant));

    /** The algorithm whose steps depend on the ranks alone. */
    public static final String OF_ANY_LENGTH = Binomial.NAME;

    private Broadcasts() {}

    /** Along a binomial tree: the fewest rounds. */
    private static void binomial(PlanBuilder plan, Task task) {
        new Binomial(plan, task.root()).broadcast(Plan.RECEIVE, 0, task.bytes());
    }

    /** From the root to rank 0, and from there along its binomial tree: for operations whose parts all fail for the same branches. */
    public static Plan throughRank0(Member member, int root, long bytes) {
        PlanBuilder plan = new PlanBuilder(member.rank(), member.size());
        if (root != 0 && member.rank() == root) {
            plan.send(0, Plan.RECEIVE, 0, bytes);
        }
        if (root != 0 && member.rank() == 0) {
            plan.receive(root, Plan.RECEIVE, 0, bytes);
        }
        new Binomial(plan, 0).broadcast(Plan.RECEIVE, 0, bytes);
        return plan.build(Binomial.NAME);
    }

    /**
     * A piece for each rank along a binomial tree, and then all pieces round a ring: each rank sends and receives little more than the
     * data once, however many there are (van de Geijn).
     */
    private static void scatterAndRing(PlanBuilder plan, Task task) {
        int rank = plan.rank();
        int size = plan.size();
        long[] starts = Places.pieces(task.bytes(), size, Places.ELEMENT_BYTES);
        Binomial tree = new Binomial(plan, task.root());
        tree.scatter(Plan.RECEIVE, starts, 0);
        int next = (rank + 1) % size;
        int previous = (rank + size - 1) % size;
        for (int round = 0; round < size - 1; round++) {
            int sent = (tree.position() + size - round) % size;
            int received = (sent + size - 1) % size;
            // The root has all of it, and what a branch holds needs no second copy.
            if (needs(tree.position() + 1, sent, size)) {
                plan.send(next, Plan.RECEIVE, starts[sent], Places.length(starts, sent));
            }
            if (needs(tree.position(), received, size)) {
                plan.receive(previous, Plan.RECEIVE, starts[received], Places.length(starts, received));
            }
        }
    }

    /** Whether a position has not got a piece with its branch. */
    private static boolean needs(int position, int piece, int size) {
        int at = position % size;
        int end = at == 0 ? size : Math.min(size, at + Integer.lowestOneBit(at));
        return piece < at || piece >= end;
    }

    /** In blocks that follow each other through all ranks. */
    private static void circulant(PlanBuilder plan, Task task) {
        circulant(plan, task, Circulant.blocks(plan.size(), task.bytes()));
    }

    /** In so many blocks. */
    public static void circulant(PlanBuilder plan, Task task, int blocks) {
        new Circulant(plan, task.root(), task.bytes(), Places.ELEMENT_BYTES, blocks).broadcast(Plan.RECEIVE);
    }
}
