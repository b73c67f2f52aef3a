package org.reactivempi.core.collective.algorithm;

import java.util.ArrayList;
import java.util.List;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.Plan.Range;
import org.reactivempi.core.collective.plan.PlanBuilder;

/**
 * Operations along a binomial tree, whose root is rank 0 of ranks that are counted from the operation's root on.
 *
 * <pre>
 *        0            The parent of a rank is the rank without its lowest bit, so the branch
 *      / | \          that begins at a rank is a row of ranks: 4 to 7, 2 and 3, 6 and 7.
 *     4  2  1
 *    / \  \
 *   6   5  3
 *   |
 *   7
 * </pre>
 */
final class Binomial {

    /** What plans along one are called. */
    static final String NAME = "binomial";

    private final PlanBuilder plan;
    private final int size;
    private final int root;
    private final int position;
    /** What has come from the children without data. */
    private final List<Integer> heard = new ArrayList<>();

    Binomial(PlanBuilder plan, int root) {
        this.plan = plan;
        this.size = plan.size();
        this.root = root;
        this.position = (plan.rank() - root + size) % size;
    }

    private int rankAt(int position) {
        return (position + root) % size;
    }

    private int parent() {
        return rankAt(position & (position - 1));
    }

    /** How many ranks the branch has that begins at a position. */
    private int branch(int at) {
        return (at == 0 ? size : Math.min(size, at + Integer.lowestOneBit(at))) - at;
    }

    /** The bit that the first child has and this rank has not; 0 if there can be no child. */
    private int largestBit() {
        return position == 0 ? Integer.highestOneBit(size - 1) : Integer.lowestOneBit(position) >> 1;
    }

    private boolean isRoot() {
        return position == 0;
    }

    /** The root's data to all: the child with the largest branch gets it first. */
    void broadcast(int slot, long from, long lengthBytes) {
        if (!isRoot()) {
            plan.receive(parent(), slot, from, lengthBytes);
        }
        for (int bit = largestBit(); bit > 0; bit >>= 1) {
            if (position + bit < size) {
                plan.send(rankAt(position + bit), slot, from, lengthBytes);
            }
        }
    }

    /**
     * Reduces to the root, in the order of positions: of each child the branch stands right of all that is here already, when the
     * children come from the smallest branch to the largest.
     *
     * @param own what this rank gives
     * @param slot where the root gets the result, and others what they send on
     */
    void reduce(Range own, int slot, long from) {
        Range here = own;
        for (int bit = 1; bit <= largestBit(); bit <<= 1) {
            if (position + bit < size) {
                plan.receiveAndReduce(rankAt(position + bit), here, slot, from, false);
                here = new Range(slot, from, own.lengthBytes());
            }
        }
        if (!isRoot()) {
            plan.send(parent(), here.slot(), here.from(), here.lengthBytes());
        } else {
            plan.copy(here.slot(), here.from(), slot, from, here.lengthBytes());
        }
    }

    /**
     * Blocks to the root: each rank collects those of its branch.
     *
     * @param slot where the blocks of this rank's branch stand; its own is there already
     * @param starts where the block of each position begins, and behind the last one
     * @param base which of these places is the slot's beginning
     */
    void gather(int slot, long[] starts, long base) {
        for (int bit = 1; bit <= largestBit(); bit <<= 1) {
            if (position + bit < size) {
                Range branch = branch(position + bit, slot, starts, base);
                plan.receive(rankAt(position + bit), slot, branch.from(), branch.lengthBytes());
            }
        }
        if (!isRoot()) {
            Range branch = branch(position, slot, starts, base);
            plan.send(parent(), slot, branch.from(), branch.lengthBytes());
        }
    }

    /** Blocks from the root, as {@link #gather}: each rank gets those of its branch. */
    void scatter(int slot, long[] starts, long base) {
        if (!isRoot()) {
            Range branch = branch(position, slot, starts, base);
            plan.receive(parent(), slot, branch.from(), branch.lengthBytes());
        }
        for (int bit = largestBit(); bit > 0; bit >>= 1) {
            if (position + bit < size) {
                Range branch = branch(position + bit, slot, starts, base);
                plan.send(rankAt(position + bit), slot, branch.from(), branch.lengthBytes());
            }
        }
    }

    /** Tells the root, without data, that all ranks have come: each rank says so of its branch. */
    void collect() {
        hear();
        tell();
    }

    /** Hears from the children, without data, that their branches have come. */
    void hear() {
        for (int bit = 1; bit <= largestBit(); bit <<= 1) {
            if (position + bit < size) {
                heard.add(plan.receive(rankAt(position + bit), Plan.RECEIVE, 0, 0));
            }
        }
    }

    /** Tells the parent so. */
    void tell() {
        if (!isRoot()) {
            heard.forEach(plan::after);
            plan.send(parent(), Plan.SEND, 0, 0);
        }
    }

    /** Tells all ranks, without data, that the root has come here. */
    void release() {
        int heard = isRoot() ? Plan.NONE : plan.receive(parent(), Plan.RECEIVE, 0, 0);
        for (int bit = largestBit(); bit > 0; bit >>= 1) {
            if (position + bit < size) {
                if (heard != Plan.NONE) {
                    plan.after(heard);
                }
                plan.send(rankAt(position + bit), Plan.SEND, 0, 0);
            }
        }
    }

    private Range branch(int at, int slot, long[] starts, long base) {
        return new Range(slot, starts[at] - base, starts[at + branch(at)] - starts[at]);
    }

    /** This rank, counted from the root on. */
    int position() {
        return position;
    }

    /** How many ranks this rank's branch has, with itself. */
    int ownBranch() {
        return branch(position);
    }
}
