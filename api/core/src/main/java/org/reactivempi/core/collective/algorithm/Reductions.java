package org.reactivempi.core.collective.algorithm;

import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.Plan.Range;
import org.reactivempi.core.collective.plan.PlanBuilder;

/**
 * The elements of all ranks reduced, for the root or for all. Operands keep the order of the ranks wherever it says so, and the brackets
 * follow from the arguments alone, never from what comes first.
 */
public final class Reductions {

    /** All ranks reduced for the root. */
    public static final Algorithms REDUCE = Algorithms.of(
            "reduce",
            Algorithm.of("leaders", Leaders::reduce)
                    .needs(Condition.COMMUTATIVE_OR_ROWS)
                    .when(task -> task.bytes() <= Leaders.MOST_BYTES),
            Algorithm.of("circulant", Reductions::circulant)
                    .needs(Condition.COMMUTATIVE)
                    .when(task -> task.size() > 2 && task.bytes() > Limits.SPLIT_BYTES),
            Algorithm.of(Binomial.NAME, Reductions::toRoot).needs(Condition.COMMUTATIVE_OR_ROOT_0),
            Algorithm.of("binomial-in-order", Reductions::toRootInOrder).reproducible());

    /** All ranks reduced for all. */
    public static final Algorithms ALLREDUCE = Algorithms.of(
            "allreduce",
            // Each rank's message to a partner on another host overtakes messages that would go through leaders.
            Algorithm.of("leaders", Leaders::allreduce)
                    .needs(Condition.COMMUTATIVE_OR_ROWS)
                    .ifAsked(),
            Algorithm.of("doubling", Reductions::doubling)
                    .when(task -> !task.commutative() || task.bytes() <= wholeBytes(task)),
            Algorithm.of("halving-doubling", Reductions::halvingAndDoubling)
                    .needs(Condition.COMMUTATIVE, Condition.POWER_OF_TWO),
            Algorithm.of("pairwise-ring", Reductions::pairwiseAndRing).needs(Condition.COMMUTATIVE),
            Algorithm.of(RankTree.NAME, RankTree::allreduce).ifAsked().reproducible());

    /** All ranks reduced, and to each rank its block. */
    public static final Algorithms REDUCE_SCATTER = Algorithms.ofAllBlocks(
            "reduceScatter",
            Algorithm.of("halving", Reductions::scatterByHalving)
                    .needs(Condition.COMMUTATIVE, Condition.POWER_OF_TWO)
                    .when(task -> task.size() >= Limits.FEW || task.size() > 2 && task.allBytes() > Limits.SPLIT_BYTES),
            Algorithm.of(RankTree.NAME, RankTree::reduceScatter)
                    .when(task ->
                            task.size() >= Limits.MANY && !task.isOfPower() && task.allBytes() <= Limits.SPLIT_BYTES)
                    .reproducible(),
            Algorithm.of("pairwise", Reductions::scatterPairwise));

    /** Vectors up to here are reduced whole in each round. */
    private static final long WHOLE_BYTES = 32 << 10;
    /** And so they are up to here for each rank, since a ring has as many rounds as ranks. */
    private static final long WHOLE_BYTES_OF_A_RANK = 8 << 10;
    /** Two ranks save no bytes on their way where each of them reduces a half, but pay for a second round. */
    private static final long WHOLE_BYTES_OF_TWO = 512 << 10;

    private Reductions() {}

    private static long wholeBytes(Task task) {
        int size = task.size();
        if (size <= 2) {
            return size == 2 ? WHOLE_BYTES_OF_TWO : Long.MAX_VALUE;
        }
        return task.isOfPower() ? WHOLE_BYTES : Math.max(WHOLE_BYTES, size * WHOLE_BYTES_OF_A_RANK);
    }

    /** To the root, along a binomial tree; in the order of the ranks if the root is rank 0. */
    private static void toRoot(PlanBuilder plan, Task task) {
        Binomial tree = new Binomial(plan, task.root());
        int slot = task.isRoot() ? Plan.RECEIVE : tree.ownBranch() > 1 ? plan.scratch(task.bytes()) : Plan.SEND;
        tree.reduce(new Range(Places.ownOfRoot(task), 0, task.bytes()), slot, 0);
    }

    /** To the root, in blocks that follow each other through all ranks, where operands may change places. */
    private static void circulant(PlanBuilder plan, Task task) {
        circulant(plan, task, Circulant.blocks(plan.size(), task.bytes()));
    }

    /** In so many blocks. */
    public static void circulant(PlanBuilder plan, Task task, int blocks) {
        int slot = task.isRoot() ? Plan.RECEIVE : plan.scratch(task.bytes());
        new Circulant(plan, task.root(), task.bytes(), task.elementBytes(), blocks)
                .reduce(Places.ownOfRoot(task), slot);
    }

    /** To any root in the order of the ranks: to rank 0, which passes the result on. */
    private static void toRootInOrder(PlanBuilder plan, Task task) {
        int root = task.root();
        long bytes = task.bytes();
        boolean isFirst = plan.rank() == 0;
        Binomial tree = new Binomial(plan, 0);
        int own = Places.ownOfRoot(task);
        // A root without children that is in place has nothing of its own in the slot of what is sent.
        int slot = isFirst && root == 0 ? Plan.RECEIVE : isFirst || tree.ownBranch() > 1 ? plan.scratch(bytes) : own;
        tree.reduce(new Range(own, 0, bytes), slot, 0);
        if (root != 0 && isFirst) {
            plan.send(root, slot, 0, bytes);
        }
        if (root != 0 && task.isRoot()) {
            plan.receive(0, Plan.RECEIVE, 0, bytes);
        }
    }

    /**
     * For all, in the order of the ranks: in round k a rank exchanges what it has with the one whose number differs in bit k, and both
     * reduce. Where the number of ranks is no power of two, pairs of the first ones act as one.
     */
    private static void doubling(PlanBuilder plan, Task task) {
        int rank = plan.rank();
        long bytes = task.bytes();
        int power = Integer.highestOneBit(plan.size());
        int pairs = plan.size() - power;
        boolean paired = rank < 2 * pairs;
        if (paired && rank % 2 == 0) {
            plan.send(rank + 1, Places.own(task), 0, bytes);
            plan.receive(rank + 1, Plan.RECEIVE, 0, bytes);
            return;
        }
        int reductions = Integer.numberOfTrailingZeros(power) + (paired ? 1 : 0);
        Turns turns = new Turns(plan, Places.own(task), reductions, bytes);
        if (paired) {
            turns.receive(rank - 1, true);
        }
        int place = paired ? rank / 2 : rank - pairs;
        for (int distance = 1; distance < power; distance <<= 1) {
            int partner = place ^ distance;
            int peer = partner < pairs ? 2 * partner + 1 : partner + pairs;
            turns.send(peer);
            turns.receive(peer, partner < place);
        }
        turns.end();
        if (paired) {
            plan.send(rank - 1, Plan.RECEIVE, 0, bytes);
        }
    }

    /**
     * For all, of long vectors and powers of two, where operands may change places: each rank reduces its piece, with half as much
     * in each round, and then all exchange their pieces (Rabenseifner).
     */
    private static void halvingAndDoubling(PlanBuilder plan, Task task) {
        long[] starts = Places.pieces(task.bytes(), plan.size(), task.elementBytes());
        halve(plan, Places.own(task), Plan.RECEIVE, starts, 0);
        Allgathers.exchange(plan, starts);
    }

    /** For all, of long vectors and any number of ranks, where operands may change places: each rank reduces its piece, and all pass them round. */
    private static void pairwiseAndRing(PlanBuilder plan, Task task) {
        int rank = plan.rank();
        long[] starts = Places.pieces(task.bytes(), plan.size(), task.elementBytes());
        sendToEach(plan, task, starts);
        pairwise(plan, Places.own(task), starts, Plan.RECEIVE, starts[rank]);
        Allgathers.round(plan, starts);
    }

    /** To each other rank what this rank gives to its piece. */
    private static void sendToEach(PlanBuilder plan, Task task, long[] starts) {
        for (int i = 1; i < plan.size(); i++) {
            int peer = (plan.rank() + i) % plan.size();
            plan.send(peer, Places.own(task), starts[peer], Places.length(starts, peer));
        }
    }

    /**
     * Reduces the piece of this rank in a slot, of {@code size} pieces; for powers of two.
     *
     * @param base which place of the vector is the slot's beginning
     */
    private static void halve(PlanBuilder plan, int own, int slot, long[] starts, long base) {
        int rank = plan.rank();
        int from = own;
        long fromBase = 0;
        for (int distance = plan.size() / 2; distance > 0; distance >>= 1) {
            int partner = rank ^ distance;
            int mine = rank & -distance;
            int theirs = partner & -distance;
            plan.send(partner, from, starts[theirs] - fromBase, starts[theirs + distance] - starts[theirs]);
            Range kept = new Range(from, starts[mine] - fromBase, starts[mine + distance] - starts[mine]);
            plan.receiveAndReduce(partner, kept, slot, starts[mine] - base, partner < rank);
            from = slot;
            fromBase = base;
        }
        if (plan.size() == 1) {
            plan.copy(own, 0, slot, 0, starts[1]);
        }
    }

    /** Reduces this rank's piece with the pieces that all others send of theirs, in the order of the ranks. */
    private static void pairwise(PlanBuilder plan, int own, long[] starts, int slot, long at) {
        int rank = plan.rank();
        long length = Places.length(starts, rank);
        Range here = new Range(own, starts[rank], length);
        for (int peer = rank - 1; peer >= 0; peer--) {
            plan.receiveAndReduce(peer, here, slot, at, true);
            here = new Range(slot, at, length);
        }
        for (int peer = rank + 1; peer < plan.size(); peer++) {
            plan.receiveAndReduce(peer, here, slot, at, false);
            here = new Range(slot, at, length);
        }
        plan.copy(here.slot(), here.from(), slot, at, length);
    }

    /** To each rank its block, in the order of the ranks: each pair exchanges what the other one needs. */
    private static void scatterPairwise(PlanBuilder plan, Task task) {
        long[] starts = Places.of(task.blocks());
        long bytes = Places.length(starts, plan.rank());
        sendToEach(plan, task, starts);
        int slot = task.inPlace() ? plan.scratch(bytes) : Plan.RECEIVE;
        pairwise(plan, Places.own(task), starts, slot, 0);
        plan.copy(slot, 0, Plan.RECEIVE, 0, bytes);
    }

    /** To each rank its block, where operands may change places and ranks are a power of two: half as much in each round. */
    private static void scatterByHalving(PlanBuilder plan, Task task) {
        int rank = plan.rank();
        long[] starts = Places.of(task.blocks());
        // The half that this rank keeps in the first round.
        int half = Math.max(1, plan.size() / 2);
        long base = starts[rank / half * half];
        int slot = plan.scratch(starts[rank / half * half + half] - base);
        halve(plan, Places.own(task), slot, starts, base);
        plan.copy(slot, starts[rank] - base, Plan.RECEIVE, 0, Places.length(starts, rank));
    }
}
