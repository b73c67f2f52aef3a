package org.reactivempi.core.collective.algorithm;

import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanBuilder;

/** A block of each rank for all, in the slot of what is received, in the order of the ranks; blocks may differ in length. */
public final class Allgathers {

    /** The algorithm of few rounds whose steps depend on the ranks alone, whichever their number is. */
    public static final String OF_ANY_LENGTH = "bruck";

    /** A block of each rank for all. */
    public static final Algorithms ALLGATHER = Algorithms.ofAllBlocks(
            "allgather",
            // Powers of two exchange with the ranks of their host first, and then each with another host.
            Algorithm.of("leaders", Leaders::allgather)
                    .needs(Condition.ROWS)
                    .when(task -> !task.isOfPower() && task.allBytes() <= Leaders.MOST_BYTES),
            Algorithm.of("doubling", Allgathers::doubling).needs(Condition.POWER_OF_TWO),
            Algorithm.of(OF_ANY_LENGTH, Allgathers::bruck).when(Allgathers::goesInRounds),
            Algorithm.of("ring", Allgathers::ring),
            Algorithm.of(Binomial.NAME, Allgathers::binomial).ifAsked());

    /** Up to here all that is gathered goes through log2(p) rounds. */
    private static final long ROUNDS_BYTES = 80 << 10;
    /** And so it does up to here of each rank. */
    private static final long ROUNDS_BYTES_OF_A_RANK = 32 << 10;

    private Allgathers() {}

    private static boolean goesInRounds(Task task) {
        return task.allBytes() <= Math.max(ROUNDS_BYTES, task.size() * ROUNDS_BYTES_OF_A_RANK);
    }

    /** In round k a rank exchanges all that it has with the one whose number differs in bit k; for powers of two. */
    private static void doubling(PlanBuilder plan, Task task) {
        long[] starts = Places.of(task.blocks());
        own(plan, starts, task.inPlace());
        exchange(plan, starts);
    }

    /** Exchanges all blocks in rounds; each rank starts with its own one. */
    static void exchange(PlanBuilder plan, long[] starts) {
        for (int distance = 1; distance < plan.size(); distance <<= 1) {
            int partner = plan.rank() ^ distance;
            int mine = plan.rank() & -distance;
            int theirs = partner & -distance;
            plan.send(partner, Plan.RECEIVE, starts[mine], starts[mine + distance] - starts[mine]);
            plan.receive(partner, Plan.RECEIVE, starts[theirs], starts[theirs + distance] - starts[theirs]);
        }
    }

    /**
     * In round k a rank sends all that it has to the one 2^k before it, for any number of ranks. Each collects the blocks in the order
     * that begins with its own, and puts them into their places at the end (Bruck).
     */
    private static void bruck(PlanBuilder plan, Task task) {
        int rank = plan.rank();
        int size = plan.size();
        long[] starts = Places.of(task.blocks());
        long[] turned = Places.from(rank, starts);
        int slot = plan.scratch(turned[size]);
        copyOwn(plan, task, starts, slot);
        for (int have = 1; have < size; have <<= 1) {
            int more = Math.min(have, size - have);
            plan.send((rank + size - have) % size, slot, 0, turned[more]);
            plan.receive((rank + have) % size, slot, turned[have], turned[have + more] - turned[have]);
        }
        plan.copy(slot, 0, Plan.RECEIVE, starts[rank], turned[size - rank]);
        plan.copy(slot, turned[size - rank], Plan.RECEIVE, 0, turned[size] - turned[size - rank]);
    }

    /** This rank's own block to the beginning of a slot. */
    private static void copyOwn(PlanBuilder plan, Task task, long[] starts, int slot) {
        boolean inPlace = task.inPlace();
        int own = inPlace ? Plan.RECEIVE : Plan.SEND;
        plan.copy(own, inPlace ? starts[plan.rank()] : 0, slot, 0, Places.length(starts, plan.rank()));
    }

    /** Each rank passes on to the next what it has got from the one before. */
    private static void ring(PlanBuilder plan, Task task) {
        long[] starts = Places.of(task.blocks());
        own(plan, starts, task.inPlace());
        round(plan, starts);
    }

    /** Passes all blocks round; each rank starts with its own one. */
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

    /**
     * To rank 0 along a binomial tree, and back: what has failed anywhere has failed for all ranks of a branch, and for those above
     * it. The way down is open before anything goes up.
     */
    private static void binomial(PlanBuilder plan, Task task) {
        int rank = plan.rank();
        long[] starts = Places.of(task.blocks());
        Binomial tree = new Binomial(plan, 0);
        if (rank == 0) {
            own(plan, starts, task.inPlace());
            tree.gather(Plan.RECEIVE, starts, 0);
        } else {
            int branch = plan.scratch(starts[rank + tree.ownBranch()] - starts[rank]);
            copyOwn(plan, task, starts, branch);
            tree.gather(branch, starts, starts[rank]);
        }
        tree.broadcast(Plan.RECEIVE, 0, starts[plan.size()]);
    }

    private static void own(PlanBuilder plan, long[] starts, boolean inPlace) {
        if (!inPlace) {
            int rank = plan.rank();
            plan.copy(Plan.SEND, 0, Plan.RECEIVE, starts[rank], Places.length(starts, rank));
        }
    }
}
