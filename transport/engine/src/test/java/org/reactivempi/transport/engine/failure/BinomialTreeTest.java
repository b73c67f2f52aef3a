package org.reactivempi.transport.engine.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A tree over those that live, where any others are gone. */
class BinomialTreeTest {

    private static BinomialTree tree(int size, int self, BitSet gone) {
        return new BinomialTree(size, self, gone::get);
    }

    private static List<Integer> below(BinomialTree tree) {
        List<Integer> below = new ArrayList<>();
        tree.below(below::add);
        return below;
    }

    @Test
    @DisplayName("SIM-24 where nobody is gone, the parent of a rank is its number without the lowest bit")
    void whole() {
        assertThat(below(tree(8, 0, new BitSet()))).containsExactly(1, 2, 4);
        assertThat(below(tree(8, 4, new BitSet()))).containsExactly(5, 6);
        assertThat(below(tree(6, 4, new BitSet()))).containsExactly(5);
        assertThat(tree(8, 7, new BitSet()).above()).isEqualTo(6);
        assertThat(tree(8, 6, new BitSet()).above()).isEqualTo(4);
        assertThat(tree(8, 0, new BitSet()).above()).isEqualTo(BinomialTree.NOBODY);
        assertThat(tree(8, 4, new BitSet()).isChild(6)).isTrue();
        assertThat(tree(8, 4, new BitSet()).isChild(7)).isFalse();
    }

    @Test
    @DisplayName(
            "LIF-4, SIM-24 where any ranks are gone: each that lives has one above it that has it below, up to the lowest that lives, by log N steps")
    void anyGone() {
        for (long seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            int size = 1 + random.nextInt(70);
            double part = random.nextDouble();
            BitSet gone = new BitSet();
            for (int rank = 0; rank < size; rank++) {
                gone.set(rank, random.nextDouble() < part);
            }
            gone.clear(random.nextInt(size));
            assertIsTree(size, gone, seed);
        }
    }

    private static void assertIsTree(int size, BitSet gone, long seed) {
        int lowest = gone.nextClearBit(0);
        BitSet seen = new BitSet();
        for (int rank = 0; rank < size; rank++) {
            if (!gone.get(rank)) {
                BinomialTree tree = tree(size, rank, gone);
                assertThat(tree.root()).isEqualTo(lowest);
                int above = tree.above();
                assertThat(above == BinomialTree.NOBODY).isEqualTo(rank == lowest);
                assertThat(above).isLessThan(rank);
                for (int child : below(tree)) {
                    assertThat(seen.get(child))
                            .as("seed %d, rank %d", seed, child)
                            .isFalse();
                    seen.set(child);
                    assertThat(gone.get(child)).isFalse();
                    assertThat(tree(size, child, gone).above())
                            .as("seed %d", seed)
                            .isEqualTo(rank);
                }
            }
        }
        assertThat(seen.cardinality()).as("seed %d", seed).isEqualTo(size - gone.cardinality() - 1);
        for (int rank = lowest; rank < size; rank++) {
            int steps = 0;
            for (int at = rank;
                    at != lowest && !gone.get(rank);
                    at = tree(size, at, gone).above()) {
                steps++;
            }
            assertThat(steps).as("seed %d, rank %d", seed, rank).isLessThanOrEqualTo(7);
        }
    }
}
