package org.reactivempi.core.collective.algorithm;

import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanBuilder;

/** A block of each rank for all, in the slot of what is received, in the order of the ranks; blocks may differ in length. */
public final class Allgathers {

    private Allgathers() {}

    /** In round k a rank exchanges all that it has with the one whose number differs in bit k; for powers of two. */
    public static Plan doubling(int rank, int size, long[] blocks, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        long[] starts = Places.of(blocks);
        own(plan, starts, inPlace);
        for (int distance = 1; distance < size; distance <<= 1) {
            int partner = rank ^ distance;
            int mine = rank & -distance;
            int theirs = partner & -distance;
            plan.send(partner, Plan.RECEIVE, starts[mine], starts[mine + distance] - starts[mine]);
            plan.receive(partner, Plan.RECEIVE, starts[theirs], starts[theirs + distance] - starts[theirs]);
        }
        return plan.build("doubling");
    }

    /**
     * In round k a rank sends all that it has to the one 2^k before it, for any number of ranks. Each collects the blocks in the order
     * that begins with its own, and puts them into their places at the end (Bruck).
     */
    public static Plan bruck(int rank, int size, long[] blocks, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        long[] starts = Places.of(blocks);
        long[] turned = Places.from(rank, starts);
        int slot = plan.scratch(turned[size]);
        if (inPlace) {
            plan.copy(Plan.RECEIVE, starts[rank], slot, 0, blocks[rank]);
        } else {
            plan.copy(Plan.SEND, 0, slot, 0, blocks[rank]);
        }
        for (int have = 1; have < size; have <<= 1) {
            int more = Math.min(have, size - have);
            plan.send((rank + size - have) % size, slot, 0, turned[more]);
            plan.receive((rank + have) % size, slot, turned[have], turned[have + more] - turned[have]);
        }
        plan.copy(slot, 0, Plan.RECEIVE, starts[rank], turned[size - rank]);
        plan.copy(slot, turned[size - rank], Plan.RECEIVE, 0, turned[size] - turned[size - rank]);
        return plan.build("bruck");
    }

    /** Each rank passes on to the next what it has got from the one before. */
    public static Plan ring(int rank, int size, long[] blocks, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        long[] starts = Places.of(blocks);
        own(plan, starts, inPlace);
        round(plan, starts);
        return plan.build("ring");
    }

    /** Passes all blocks round, of which each rank has its own. */
    static void round(PlanBuilder plan, long[] starts) {
        int size = plan.size();
        for (int round = 0; round < size - 1; round++) {
            int sent = (plan.rank() + size - round) % size;
            int received = (sent + size - 1) % size;
            plan.send((plan.rank() + 1) % size, Plan.RECEIVE, starts[sent], Places.length(starts, sent));
            plan.receive(
                    (plan.rank() + size - 1) % size, Plan.RECEIVE, starts[received], Places.length(starts, received));
        }
    }

    private static void own(PlanBuilder plan, long[] starts, boolean inPlace) {
        if (!inPlace) {
            int rank = plan.rank();
            plan.copy(Plan.SEND, 0, Plan.RECEIVE, starts[rank], Places.length(starts, rank));
        }
    }
}
