package org.reactivempi.core.collective.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.Plan.Range;
import org.reactivempi.core.collective.plan.PlanBuilder;

/** Steps along a {@link BinomialTree}. */
final class Binomial {

    /** What plans along one are called. */
    static final String NAME = "binomial";

    private final PlanBuilder plan;
    private final BinomialTree tree;
    /** Where the children are, the smallest branch first. */
    private final int[] children;
    /** What has come from the children without data. */
    private final List<Integer> heard = new ArrayList<>();

    Binomial(PlanBuilder plan, int root) {
        this.plan = plan;
        this.tree = new BinomialTree(plan.rank(), plan.size(), root);
        this.children = tree.childPositions();
    }

    /** The ranks of the children, the one with the largest branch first. */
    private IntStream largestFirst() {
        return IntStream.rangeClosed(1, children.length).map(i -> tree.rankAt(children[children.length - i]));
    }

    /** The root's data to all: the child with the largest branch gets it first. */
    void broadcast(int slot, long from, long lengthBytes) {
        if (!tree.isRoot()) {
            plan.receive(tree.parent(), slot, from, lengthBytes);
        }
        largestFirst().forEach(child -> plan.send(child, slot, from, lengthBytes));
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
        for (int child : children) {
            plan.receiveAndReduce(tree.rankAt(child), here, slot, from, false);
            here = new Range(slot, from, own.lengthBytes());
        }
        if (!tree.isRoot()) {
            plan.send(tree.parent(), here.slot(), here.from(), here.lengthBytes());
        } else {
            plan.copy(here.slot(), here.from(), slot, from, here.lengthBytes());
        }
    }

    /**
     * Blocks to the root: each rank collects those of its branch.
     *
     * @param slot where the blocks of this rank's branch stand; its own is there already
     * @param starts where the block of each position begins, and where the last one ends
     * @param base which of these places is the slot's beginning
     */
    void gather(int slot, long[] starts, long base) {
        for (int child : children) {
            Range branch = branch(child, slot, starts, base);
            plan.receive(tree.rankAt(child), slot, branch.from(), branch.lengthBytes());
        }
        if (!tree.isRoot()) {
            Range branch = branch(tree.position(), slot, starts, base);
            plan.send(tree.parent(), slot, branch.from(), branch.lengthBytes());
        }
    }

    /** Blocks from the root, as {@link #gather}: each rank gets those of its branch. */
    void scatter(int slot, long[] starts, long base) {
        if (!tree.isRoot()) {
            Range branch = branch(tree.position(), slot, starts, base);
            plan.receive(tree.parent(), slot, branch.from(), branch.lengthBytes());
        }
        for (int i = children.length - 1; i >= 0; i--) {
            Range branch = branch(children[i], slot, starts, base);
            plan.send(tree.rankAt(children[i]), slot, branch.from(), branch.lengthBytes());
        }
    }

    /** Tells the root, without data, that all ranks have come: each rank says so of its branch. */
    void collect() {
        hear();
        tell();
    }

    /** Hears from the children, without data, that their branches have come. */
    void hear() {
        for (int child : children) {
            heard.add(plan.receive(tree.rankAt(child), Plan.RECEIVE, 0, 0));
        }
    }

    /** Tells the parent so. */
    void tell() {
        if (!tree.isRoot()) {
            heard.forEach(plan::after);
            plan.send(tree.parent(), Plan.SEND, 0, 0);
        }
    }

    /** Tells all ranks, without data, that the root has come here. */
    void release() {
        int fromParent = tree.isRoot() ? Plan.NONE : plan.receive(tree.parent(), Plan.RECEIVE, 0, 0);
        largestFirst().forEach(child -> {
            if (fromParent != Plan.NONE) {
                plan.after(fromParent);
            }
            plan.send(child, Plan.SEND, 0, 0);
        });
    }

    private Range branch(int at, int slot, long[] starts, long base) {
        return new Range(slot, starts[at] - base, starts[at + tree.branch(at)] - starts[at]);
    }

    /** This rank, counted from the root on. */
    int position() {
        return tree.position();
    }

    /** How many ranks this rank's branch has, with itself. */
    int ownBranch() {
        return tree.branch(tree.position());
    }
}
