package org.reactivempi.transport.engine.failure;

import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * A binomial tree over the members of a communicator, as one of them sees it: the nearest ancestor that lives stands for each that is
 * gone, and the lowest member that lives is the root.
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
 * The parent of a member is its number without the lowest bit, so that nobody has more neighbours, or is deeper, than the size has bits.
 */
final class BinomialTree {

    /** In place of a member: there is none. */
    static final int NOBODY = -1;

    private final int size;
    private final int self;
    private final IntPredicate isGone;

    /** Of members 0 to {@code size - 1}, seen by one that is not gone. */
    BinomialTree(int size, int self, IntPredicate isGone) {
        this.size = size;
        this.self = self;
        this.isGone = isGone;
    }

    /** The lowest member that lives. */
    int root() {
        int lowest = 0;
        while (lowest != self && isGone.test(lowest)) {
            lowest++;
        }
        return lowest;
    }

    /** The nearest ancestor that lives, the root if none does, {@link #NOBODY} where that is this member. */
    int above() {
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

    /** Shows those that live and for which this member is the nearest ancestor, or the root. */
    void below(IntConsumer visitor) {
        descend(self, visitor);
        if (self != 0 && root() == self) {
            descend(0, visitor);
        }
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

    /** Whether a member is a child of this one where nobody is gone. */
    boolean isChild(int member) {
        return member != 0 && parent(member) == self;
    }

    private static int parent(int member) {
        return member & member - 1;
    }
}
