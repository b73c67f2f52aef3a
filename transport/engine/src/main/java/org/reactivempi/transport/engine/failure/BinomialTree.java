package org.reactivempi.transport.engine.failure;

import java.util.BitSet;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * A binomial tree over ranks, as one of them sees it: the nearest ancestor that lives stands for each that is gone, and the lowest rank that
 * lives is the root.
 *
 * <pre>
 *       0                      with 4 gone:     0
 *     / | \                                   / | \ \
 *    1  2  4                                 1  2  5 6
 *       |  | \                                  |    |
 *       3  5  6                                 3    7
 *             |
 *             7
 * </pre>
 * The parent of a rank is its number without the lowest bit, so that nobody has more neighbours, or is deeper, than the size has bits.
 */
public final class BinomialTree {

    /** In place of a rank: there is none. */
    public static final int NOBODY = -1;

    private final int size;
    private final int self;
    private final IntPredicate isGone;

    /** Of ranks 0 to {@code size - 1}, seen by one that is not gone. */
    BinomialTree(int size, int self, IntPredicate isGone) {
        this.size = size;
        this.self = self;
        this.isGone = isGone;
    }

    /**
     * Of the ranks that are there.
     *
     * @param self the one that sees it, and is there
     */
    public static BinomialTree of(BitSet there, int self) {
        return new BinomialTree(there.length(), self, rank -> !there.get(rank));
    }

    /** The lowest rank that lives. */
    int root() {
        int lowest = 0;
        while (lowest != self && isGone.test(lowest)) {
            lowest++;
        }
        return lowest;
    }

    /** The nearest ancestor that lives, the root if none does, {@link #NOBODY} where that is this one. */
    public int above() {
        int ancestor = self;
        while (ancestor != 0) {
            ancestor = parent(ancestor);
            if (!isGone.test(ancestor)) {
                return ancestor;
            }
        }
        int root = root();
        return root == self ? NOBODY : root;
    }

    /** Shows those that live and for which this rank is the nearest ancestor, or the root. */
    void below(IntConsumer visitor) {
        descend(self, visitor);
        if (self != 0 && root() == self) {
            descend(0, visitor);
        }
    }

    /** The same, as a set. */
    public BitSet below() {
        BitSet below = new BitSet();
        below(below::set);
        return below;
    }

    private void descend(int from, IntConsumer visitor) {
        int end = from == 0 ? size : from + Integer.lowestOneBit(from);
        for (int bit = 1; from + bit < Math.min(end, size); bit <<= 1) {
            int child = from + bit;
            if (child == self) {
                continue;
            }
            if (isGone.test(child)) {
                descend(child, visitor);
            } else {
                visitor.accept(child);
            }
        }
    }

    /** Whether a rank is a child of this one where nobody is gone. */
    boolean isChild(int rank) {
        return rank != 0 && parent(rank) == self;
    }

    private static int parent(int rank) {
        return rank & rank - 1;
    }
}
