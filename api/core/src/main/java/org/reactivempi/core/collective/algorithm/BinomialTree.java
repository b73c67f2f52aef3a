package org.reactivempi.core.collective.algorithm;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A rank's place in the binomial tree over all ranks, whose root is rank 0 of ranks that are counted from the operation's root on.
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
public final class BinomialTree {

    private final int size;
    private final int root;
    private final int position;

    /** The place of a rank, of so many. */
    public BinomialTree(int rank, int size, int root) {
        this.size = size;
        this.root = root;
        this.position = Math.floorMod(rank - root, size);
    }

    /** The rank, counted from the root on. */
    int position() {
        return position;
    }

    int rankAt(int place) {
        return (place + root) % size;
    }

    boolean isRoot() {
        return position == 0;
    }

    /** The rank above this one; not for the root. */
    public int parent() {
        return rankAt(position & (position - 1));
    }

    /** The ranks below this one, whose branches follow each other in this order, the smallest first. */
    public List<Integer> children() {
        return IntStream.of(childPositions()).mapToObj(this::rankAt).toList();
    }

    /** The same, counted from the root on. */
    int[] childPositions() {
        int end = isRoot() ? size : Integer.lowestOneBit(position);
        return IntStream.iterate(1, bit -> bit < end && position + bit < size, bit -> bit << 1)
                .map(bit -> position + bit)
                .toArray();
    }

    /** How many ranks the branch has that begins at a rank. */
    public int branchOf(int rank) {
        return branch(Math.floorMod(rank - root, size));
    }

    /** The same for a position. */
    int branch(int at) {
        return (at == 0 ? size : Math.min(size, at + Integer.lowestOneBit(at))) - at;
    }
}
