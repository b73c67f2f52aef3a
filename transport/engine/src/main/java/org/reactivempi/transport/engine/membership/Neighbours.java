package org.reactivempi.transport.engine.membership;

import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Which ranks are near to one: in a small job all others, else those at the distances 1, 2, 4 and so on, up and down, in a ring of all
 * ranks. Each rank is a neighbour of its neighbours, and a few steps lead from any rank to any other.
 *
 * <pre>
 *   0   1   2   3   4   5   6   7   8   9  10 ...  30  31  32  33  34  35  36  37  38  39
 *   ^---+---+-------+---------------+-------------- ...     +---+---------------+-------+---+
 *   self                                                                        of 40 ranks
 * </pre>
 */
final class Neighbours {

    /** In a job of so many ranks, or fewer, each greets all others: there is nothing to gain. */
    static final int MOST_OF_SMALL_JOB = 16;

    private final int self;
    private final int size;
    private final BitSet ranks = new BitSet();

    Neighbours(int self, int size) {
        this.self = self;
        this.size = size;
        if (areAll()) {
            ranks.set(0, size);
        } else {
            for (int distance = 1; distance <= size / 2; distance *= 2) {
                ranks.set((self + distance) % size);
                ranks.set((self - distance + size) % size);
            }
        }
        ranks.clear(self);
    }

    /** This rank. */
    int self() {
        return self;
    }

    /** How many other ranks there are, neighbours or not. */
    int others() {
        return size - 1;
    }

    /** Whether all others are neighbours. */
    boolean areAll() {
        return size <= MOST_OF_SMALL_JOB;
    }

    boolean contains(int rank) {
        return ranks.get(rank);
    }

    int count() {
        return ranks.cardinality();
    }

    /** One of the others: the nearest first, then further and further away on both sides, and again from the beginning. */
    int byNearness(int step) {
        int place = Math.floorMod(step, size - 1);
        int distance = place / 2 + 1;
        return Math.floorMod(place % 2 == 0 ? self + distance : self - distance, size);
    }

    IntStream stream() {
        return ranks.stream();
    }

    /**
     * The ranks that stand for neighbours where these are not there: of the ranks that are, the nearest one on each side, and the first one
     * at each of the distances 2, 4 and so on, or after it. Not round the ring: the last ranks would all take the first one that is there.
     */
    BitSet among(BitSet there) {
        BitSet substitutes = new BitSet();
        for (int distance = 1; distance < size; distance *= 2) {
            int longest = distance == 1 ? size : 2 * distance - 1;
            int above = self + distance < size ? there.nextSetBit(self + distance) : -1;
            if (above >= 0 && above - self <= longest) {
                substitutes.set(above);
            }
            int below = self - distance >= 0 ? there.previousSetBit(self - distance) : -1;
            if (below >= 0 && self - below <= longest) {
                substitutes.set(below);
            }
        }
        return substitutes;
    }
}
