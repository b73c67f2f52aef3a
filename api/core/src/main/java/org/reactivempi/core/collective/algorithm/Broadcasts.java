package org.reactivempi.core.collective.algorithm;

import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanBuilder;

/** The root's data for all, in the slot of what is received, at the root too. */
public final class Broadcasts {

    private Broadcasts() {}

    /** Along a binomial tree: the fewest rounds. */
    public static Plan binomial(int rank, int size, int root, long lengthBytes) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        new Binomial(plan, root).broadcast(Plan.RECEIVE, 0, lengthBytes);
        return plan.build("binomial");
    }

    /**
     * A piece for each rank along a binomial tree, and then all pieces round a ring: each rank sends and receives little more than the
     * data once, however many there are (van de Geijn).
     */
    public static Plan scatterAndRing(int rank, int size, int root, long lengthBytes) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        long[] starts = Places.pieces(lengthBytes, size, Places.ELEMENT_BYTES);
        Binomial tree = new Binomial(plan, root);
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
        return plan.build("scatter-ring");
    }

    /** In blocks that follow each other through all ranks. */
    public static Plan circulant(int rank, int size, int root, long lengthBytes) {
        return circulant(rank, size, root, lengthBytes, Circulant.blocks(size, lengthBytes));
    }

    /** In so many blocks. */
    public static Plan circulant(int rank, int size, int root, long lengthBytes, int blocks) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        new Circulant(plan, root, lengthBytes, Places.ELEMENT_BYTES, blocks).broadcast(Plan.RECEIVE);
        return plan.build("circulant");
    }

    /** Whether a position has not got a piece with its branch. */
    private static boolean needs(int position, int piece, int size) {
        int at = position % size;
        int end = at == 0 ? size : Math.min(size, at + Integer.lowestOneBit(at));
        return piece < at || piece >= end;
    }
}
