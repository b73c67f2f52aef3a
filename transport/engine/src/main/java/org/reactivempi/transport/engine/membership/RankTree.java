package org.reactivempi.transport.engine.membership;

import java.util.BitSet;

/**
 * The binomial tree of some ranks, along which news go that all of them are to have: each passes them on to log N others at most, over log N
 * steps.
 *
 * <pre>
 *              0                    a rank's parent is the rank without its lowest bit;
 *        +-----+---+---+            where that one is not among them, the nearest ancestor that is;
 *        4     2   1                where none is, the lowest rank of all
 *      +-+-+   |
 *      6   5   3
 *      |
 *      7
 * </pre>
 * All who know the same ranks see the same tree, whichever these are.
 */
final class RankTree {

    /** In place of a rank. */
    static final int NONE = -1;

    private RankTree() {}

    /** The parent of one of the ranks; {@link #NONE} of the lowest, which is the root. */
    static int parent(int rank, BitSet ranks) {
        int lowest = ranks.nextSetBit(0);
        if (rank == lowest) {
            return NONE;
        }
        int ancestor = rank & (rank - 1);
        while (!ranks.get(ancestor) && ancestor > lowest) {
            ancestor &= ancestor - 1;
        }
        return ranks.get(ancestor) ? ancestor : lowest;
    }

    /** The children of one of the ranks. */
    static BitSet children(int rank, BitSet ranks) {
        BitSet children = new BitSet();
        for (int other = ranks.nextSetBit(rank + 1); other >= 0; other = ranks.nextSetBit(other + 1)) {
            children.set(other, parent(other, ranks) == rank);
        }
        return children;
    }

    /** The parent and the children of one of the ranks. */
    static BitSet neighbours(int rank, BitSet ranks) {
        BitSet neighbours = children(rank, ranks);
        int parent = parent(rank, ranks);
        if (parent != NONE) {
            neighbours.set(parent);
        }
        return neighbours;
    }
}
