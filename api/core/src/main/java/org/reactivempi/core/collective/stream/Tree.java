package org.reactivempi.core.collective.stream;

import java.util.ArrayList;
import java.util.List;

/**
 * A rank's place in a binomial tree over all ranks, counted from the root. Each branch is a row of ranks: the parent is the rank
 * without its lowest bit.
 *
 * <pre>
 *        0
 *      / | \
 *     1  2  4
 *        |  | \
 *        3  5  6
 *              |
 *              7
 * </pre>
 */
final class Tree {

    private final int place;
    private final int size;
    private final int root;

    Tree(int rank, int size, int root) {
        this.place = Math.floorMod(rank - root, size);
        this.size = size;
        this.root = root;
    }

    /** The rank above this one; not for the root. */
    int parent() {
        return rank(place & (place - 1));
    }

    /** The ranks below this one, whose branches follow each other in this order. */
    List<Integer> children() {
        List<Integer> children = new ArrayList<>();
        for (int bit = 1; bit < branch(place) && place + bit < size; bit <<= 1) {
            children.add(rank(place + bit));
        }
        return children;
    }

    /** How many ranks the branch has that begins at one. */
    int branchOf(int rank) {
        int first = Math.floorMod(rank - root, size);
        return Math.min(branch(first), size - first);
    }

    /** As if there were as many ranks as a power of two has. */
    private int branch(int first) {
        return first == 0 ? Math.max(1, Integer.highestOneBit(size - 1) << 1) : Integer.lowestOneBit(first);
    }

    private int rank(int at) {
        return (at + root) % size;
    }
}
