package org.reactivempi.core.collective.algorithm;

import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.Plan.Range;
import org.reactivempi.core.collective.plan.PlanBuilder;

/**
 * The elements of all ranks reduced, for the root or for all. Operands keep the order of the ranks wherever it says so, and the brackets
 * follow from the arguments alone, never from what comes first.
 */
public final class Reductions {

    private Reductions() {}

    /**
     * To the root, along a binomial tree; in the order of the ranks if the root is rank 0.
     *
     * @param inPlace at the root, whether what it gives stands where the result goes
     */
    public static Plan toRoot(int rank, int size, int root, long lengthBytes, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        Binomial tree = new Binomial(plan, root);
        int slot = rank == root ? Plan.RECEIVE : tree.ownBranch() > 1 ? plan.scratch(lengthBytes) : Plan.SEND;
        tree.reduce(new Range(own(inPlace && rank == root), 0, lengthBytes), slot, 0);
        return plan.build("binomial");
    }

    /**
     * To the root, in blocks that follow each other through all ranks, where operands may change places.
     *
     * @param inPlace at the root, whether what it gives stands where the result goes
     */
    public static Plan circulant(int rank, int size, int root, long lengthBytes, int elementBytes, boolean inPlace) {
        int blocks = Circulant.blocks(size, lengthBytes);
        return circulant(rank, size, root, lengthBytes, elementBytes, blocks, inPlace);
    }

    /** In so many blocks. */
    public static Plan circulant(
            int rank, int size, int root, long lengthBytes, int elementBytes, int blocks, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        int slot = rank == root ? Plan.RECEIVE : plan.scratch(lengthBytes);
        new Circulant(plan, root, lengthBytes, elementBytes, blocks).reduce(own(inPlace && rank == root), slot);
        return plan.build("circulant");
    }

    /** To any root in the order of the ranks: to rank 0, which passes the result on. */
    public static Plan toRootInOrder(int rank, int size, int root, long lengthBytes, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        Binomial tree = new Binomial(plan, 0);
        boolean keeps = rank == 0 && root == 0;
        int slot = keeps ? Plan.RECEIVE : rank == 0 || tree.ownBranch() > 1 ? plan.scratch(lengthBytes) : Plan.SEND;
        tree.reduce(new Range(own(inPlace && rank == root), 0, lengthBytes), slot(rank, root, inPlace, slot), 0);
        if (root != 0 && rank == 0) {
            plan.send(root, slot, 0, lengthBytes);
        }
        if (root != 0 && rank == root) {
            plan.receive(0, Plan.RECEIVE, 0, lengthBytes);
        }
        return plan.build("binomial-in-order");
    }

    /** A root without children that is in place has nothing of its own in the slot of what is sent. */
    private static int slot(int rank, int root, boolean inPlace, int slot) {
        return inPlace && rank == root && slot == Plan.SEND ? Plan.RECEIVE : slot;
    }

    private static int own(boolean inPlace) {
        return inPlace ? Plan.RECEIVE : Plan.SEND;
    }

    /**
     * For all, in the order of the ranks: in round k a rank exchanges what it has with the one whose number differs in bit k, and both
     * reduce. Where the number of ranks is no power of two, pairs of the first ones act as one.
     */
    public static Plan doubling(int rank, int size, long lengthBytes, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        int power = Integer.highestOneBit(size);
        int pairs = size - power;
        boolean paired = rank < 2 * pairs;
        if (paired && rank % 2 == 0) {
            plan.send(rank + 1, own(inPlace), 0, lengthBytes);
            plan.receive(rank + 1, Plan.RECEIVE, 0, lengthBytes);
            return plan.build("doubling");
        }
        int reductions = Integer.numberOfTrailingZeros(power) + (paired ? 1 : 0);
        Turns turns = new Turns(plan, own(inPlace), reductions, lengthBytes);
        if (paired) {
            turns.receive(rank - 1, true);
        }
        int place = paired ? rank / 2 : rank - pairs;
        for (int distance = 1; distance < power; distance <<= 1) {
            int partner = place ^ distance;
            int peer = partner < pairs ? 2 * partner + 1 : partner + pairs;
            plan.send(peer, turns.slot, 0, lengthBytes);
            turns.receive(peer, partner < place);
        }
        plan.copy(turns.slot, 0, Plan.RECEIVE, 0, lengthBytes);
        if (paired) {
            plan.send(rank - 1, Plan.RECEIVE, 0, lengthBytes);
        }
        return plan.build("doubling");
    }

    /** Where the vector stands while it is reduced: what is being sent is not what is being written. */
    private static final class Turns {

        private final PlanBuilder plan;
        private final long lengthBytes;
        private final int other;
        private int slot;
        private int left;

        Turns(PlanBuilder plan, int own, int reductions, long lengthBytes) {
            this.plan = plan;
            this.lengthBytes = lengthBytes;
            this.slot = own;
            this.left = reductions;
            this.other = reductions > 1 || own == Plan.RECEIVE && reductions > 0 ? plan.scratch(lengthBytes) : own;
        }

        /** In turns, so that the last result stands where the caller wants it, unless that is what the first one is made of. */
        void receive(int peer, boolean first) {
            left--;
            boolean begins = slot != Plan.RECEIVE && slot != other;
            int next = begins ? left % 2 == 0 ? Plan.RECEIVE : other : slot == Plan.RECEIVE ? other : Plan.RECEIVE;
            plan.receiveAndReduce(peer, new Range(slot, 0, lengthBytes), next, 0, first);
            slot = next;
        }
    }

    /**
     * For all, of long vectors and powers of two, where operands may change places: each rank reduces its piece, with half as much
     * in each round, and then all exchange their pieces (Rabenseifner).
     */
    public static Plan halvingAndDoubling(int rank, int size, long lengthBytes, int elementBytes, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        long[] starts = Places.pieces(lengthBytes, size, elementBytes);
        halve(plan, own(inPlace), Plan.RECEIVE, starts, 0);
        for (int distance = 1; distance < size; distance <<= 1) {
            int partner = rank ^ distance;
            int mine = rank & -distance;
            int theirs = partner & -distance;
            plan.send(partner, Plan.RECEIVE, starts[mine], starts[mine + distance] - starts[mine]);
            plan.receive(partner, Plan.RECEIVE, starts[theirs], starts[theirs + distance] - starts[theirs]);
        }
        return plan.build("halving-doubling");
    }

    /** For all, of long vectors and any number of ranks, where operands may change places: each rank reduces its piece, and all pass them round. */
    public static Plan pairwiseAndRing(int rank, int size, long lengthBytes, int elementBytes, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        long[] starts = Places.pieces(lengthBytes, size, elementBytes);
        int own = own(inPlace);
        for (int i = 1; i < size; i++) {
            int peer = (rank + i) % size;
            plan.send(peer, own, starts[peer], Places.length(starts, peer));
        }
        pairwise(plan, own, starts, Plan.RECEIVE, starts[rank]);
        Allgathers.round(plan, starts);
        return plan.build("pairwise-ring");
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

    /** Reduces this rank's piece with those that all others send of theirs, in the order of the ranks. */
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
    public static Plan scatterPairwise(int rank, int size, long[] blocks, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        long[] starts = Places.of(blocks);
        int own = own(inPlace);
        for (int i = 1; i < size; i++) {
            int peer = (rank + i) % size;
            plan.send(peer, own, starts[peer], blocks[peer]);
        }
        int slot = inPlace ? plan.scratch(blocks[rank]) : Plan.RECEIVE;
        pairwise(plan, own, starts, slot, 0);
        plan.copy(slot, 0, Plan.RECEIVE, 0, blocks[rank]);
        return plan.build("pairwise");
    }

    /** To each rank its block, where operands may change places and ranks are a power of two: half as much in each round. */
    public static Plan scatterByHalving(int rank, int size, long[] blocks, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        long[] starts = Places.of(blocks);
        // The half that this rank keeps in the first round.
        int half = Math.max(1, size / 2);
        long base = starts[rank / half * half];
        int slot = plan.scratch(starts[rank / half * half + half] - base);
        halve(plan, own(inPlace), slot, starts, base);
        plan.copy(slot, starts[rank] - base, Plan.RECEIVE, 0, blocks[rank]);
        return plan.build("halving");
    }

    /** For each rank all ranks up to it, in their order: in round k a rank hears from the one 2^k before it. */
    public static Plan scan(int rank, int size, long lengthBytes, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        upTo(plan, 0, own(inPlace), lengthBytes);
        return plan.build("doubling");
    }

    /** For each rank all ranks before it: each rank gets what the one before gives, and goes on with that. */
    public static Plan exclusiveScan(int rank, int size, long lengthBytes, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        if (rank + 1 < size) {
            plan.send(rank + 1, own(inPlace), 0, lengthBytes);
        }
        if (rank > 0) {
            int slot = plan.scratch(lengthBytes);
            plan.receive(rank - 1, slot, 0, lengthBytes);
            upTo(plan, 1, slot, lengthBytes);
        }
        return plan.build("doubling");
    }

    private static void upTo(PlanBuilder plan, int first, int own, long lengthBytes) {
        int rank = plan.rank();
        int reductions = 0;
        for (int distance = 1; rank - distance >= first; distance <<= 1) {
            reductions++;
        }
        Turns turns = new Turns(plan, own, reductions, lengthBytes);
        for (int distance = 1; distance < plan.size() - first; distance <<= 1) {
            if (rank + distance < plan.size()) {
                plan.send(rank + distance, turns.slot, 0, lengthBytes);
            }
            if (rank - distance >= first) {
                turns.receive(rank - distance, true);
            }
        }
        plan.copy(turns.slot, 0, Plan.RECEIVE, 0, lengthBytes);
    }
}
