package org.reactivempi.core.collective.algorithm;

import java.util.Arrays;
import org.reactivempi.core.collective.plan.Plan.Range;
import org.reactivempi.core.collective.plan.PlanBuilder;

/**
 * A vector in blocks that follow each other through all ranks, on a circulant graph: in every round each rank sends one block and
 * receives another, so that {@code n} blocks are with all of {@code p} ranks after {@code n - 1 + ceil(log2 p)} rounds, which no way can
 * undercut (Träff). Backwards, the same is a reduction.
 *
 * <pre>
 *  11 ranks, whose distances are 1, 2, 3, 6, and again 1, 2, 3, 6
 *
 *  round 0   0 -block 0-&gt; 1
 *  round 1   0 -block 1-&gt; 2
 *  round 2   0 -block 2-&gt; 3    1 -block 0-&gt; 4    2 -block 1-&gt; 5
 *  round 3   0 -block 3-&gt; 6    1 -block 0-&gt; 7    2 -block 1-&gt; 8    3 -block 2-&gt; 9    4 -block 0-&gt; 10
 *  round 4   each sends to the next one what that has not
 * </pre>
 * Which block a rank receives in a round follows from its place and the number of ranks alone. Ranks are counted from the root on.
 */
final class Circulant {

    /** So long are blocks, as long as they are not too many: no rank is asked before one is sent to it. */
    private static final long BLOCK_BYTES = 64 << 10;
    /** Vectors of fewer of these blocks are cut into so many, as long as their blocks are not too short to be worth a message. */
    private static final int FEWEST_BLOCKS = 4;

    private static final long SHORTEST_BLOCK_BYTES = 16 << 10;
    /** With so many for each round that the first one needs, that takes an eighth of the time at most. */
    private static final int BLOCKS_OF_A_ROUND = 8;

    private static final int NONE = -1;

    private final PlanBuilder plan;
    private final int size;
    private final int root;
    private final int position;
    private final int phase;
    private final int[] distances;
    private final int blocks;
    private final long[] starts;

    /**
     * For a vector.
     *
     * @param elementBytes at whose ends blocks end
     * @param blocks how many it has, 1 or more
     */
    Circulant(PlanBuilder plan, int root, long lengthBytes, int elementBytes, int blocks) {
        this.plan = plan;
        this.size = plan.size();
        this.root = root;
        this.position = (plan.rank() - root + size) % size;
        this.phase = rounds(size);
        this.distances = new int[phase + 1];
        distances[phase] = size;
        for (int k = phase - 1; k >= 0; k--) {
            distances[k] = (distances[k + 1] + 1) / 2;
        }
        this.blocks = blocks;
        this.starts = Places.pieces(lengthBytes, blocks, elementBytes);
    }

    /** Into how many blocks a vector is cut. */
    static int blocks(int size, long lengthBytes) {
        long fewest = Math.min(FEWEST_BLOCKS, lengthBytes / SHORTEST_BLOCK_BYTES);
        long most = (long) BLOCKS_OF_A_ROUND * rounds(size);
        return (int) Math.max(1, Math.min(most, Math.max(fewest, lengthBytes / BLOCK_BYTES)));
    }

    /** How many rounds a block needs to all ranks. */
    private static int rounds(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    }

    private int rankAt(int place) {
        return (place + root) % size;
    }

    /** Rounds are counted so that the last one ends a phase, in which each distance has its turn. */
    private int firstRound() {
        return (phase - (blocks - 1 + phase) % phase) % phase;
    }

    private int lastRound() {
        return firstRound() + blocks + phase - 2;
    }

    /** The root's data to all. */
    void broadcast(int slot) {
        if (size == 1) {
            return;
        }
        int[] mine = received(position);
        int[][] theirs = receivedByNext();
        for (int round = firstRound(); round <= lastRound(); round++) {
            int distance = distances[round % phase];
            int sent = theirs[round % phase][round];
            if (sent != NONE) {
                plan.send(rankAt((position + distance) % size), slot, starts[sent], Places.length(starts, sent));
            }
            int block = mine[round];
            if (block != NONE) {
                int from = rankAt((position - distance + size) % size);
                plan.receive(from, slot, starts[block], Places.length(starts, block));
            }
        }
    }

    /**
     * Reduces to the root, where operands may change places: blocks go back the way on which they would have come.
     *
     * @param own the slot of what this rank gives
     * @param slot where the root gets the result, and others what they send on
     */
    void reduce(int own, int slot) {
        int[] here = new int[blocks];
        Arrays.fill(here, own);
        if (size > 1) {
            int[] mine = received(position);
            int[][] theirs = receivedByNext();
            for (int round = lastRound(); round >= firstRound(); round--) {
                int distance = distances[round % phase];
                int block = mine[round];
                if (block != NONE) {
                    int to = rankAt((position - distance + size) % size);
                    plan.send(to, here[block], starts[block], Places.length(starts, block));
                }
                int reduced = theirs[round % phase][round];
                if (reduced != NONE) {
                    long length = Places.length(starts, reduced);
                    plan.receiveAndReduce(
                            rankAt((position + distance) % size),
                            new Range(here[reduced], starts[reduced], length),
                            slot,
                            starts[reduced],
                            false);
                    here[reduced] = slot;
                }
            }
        } else {
            plan.copy(own, 0, slot, 0, starts[blocks]);
        }
    }

    /** For each distance, what the rank receives from this one that comes so far after it. */
    private int[][] receivedByNext() {
        int[][] all = new int[phase][];
        for (int k = 0; k < phase; k++) {
            all[k] = received((position + distances[k]) % size);
        }
        return all;
    }

    /** The block that a place receives in each round, or {@link #NONE}; each block once. */
    private int[] received(int place) {
        int[] all = new int[lastRound() + 1];
        Arrays.fill(all, NONE);
        if (place == 0) {
            return all;
        }
        int[] schedule = new Schedule(place).schedule;
        boolean hasLast = false;
        for (int round = firstRound(); round < all.length; round++) {
            int block = schedule[round % phase] - firstRound() + round / phase * phase;
            // The schedule goes on after the last block. That one stands for all blocks that there are not.
            if (block >= blocks - 1 && !hasLast) {
                hasLast = true;
                all[round] = blocks - 1;
            } else if (block >= 0 && block < blocks - 1) {
                all[round] = block;
            }
        }
        return all;
    }

    /**
     * Which block a place receives in each round of a phase, by its distance from the block that the phase brings anew: negative ones are of
     * phases before. It is found by going back from the place along paths of distances that are as short as possible. No
     * two of them begin with the same one.
     */
    private final class Schedule {

        private final int[] schedule = new int[phase];
        /** A list of the path beginnings that are left, the longest first: what follows each, and what is before it. */
        private final int[] next = new int[phase + 2];

        private final int[] previous = new int[phase + 2];
        private final int goal;

        Schedule(int place) {
            // One more than an index, so that the list's end, which is also its beginning, has one.
            for (int i = 0; i <= phase + 1; i++) {
                next[i] = i == 0 ? phase + 1 : i - 1;
                previous[i] = i == phase + 1 ? 0 : i + 1;
            }
            goal = size + place;
            int base = base(place);
            remove(base);
            find(0, 2 * size, phase, 0);
            for (int k = 0; k < phase; k++) {
                schedule[k] = schedule[k] == phase ? base : schedule[k] - phase;
            }
        }

        /** The longest distance of the shortest path from the root: the first block comes that way. */
        private int base(int place) {
            int left = place;
            for (int k = phase - 1; ; k--) {
                if (distances[k] == left) {
                    return k;
                }
                if (distances[k] < left) {
                    left -= distances[k];
                }
            }
        }

        private void remove(int index) {
            int after = next[index + 1];
            int before = previous[index + 1];
            next[before] = after;
            previous[after] = before;
        }

        /**
         * Finds beginnings for the rounds from {@code found} on.
         *
         * @param reached how far the path has come
         * @param bound what later paths must not reach
         * @param from the longest distance that may follow
         * @return for how many rounds there are beginnings now
         */
        private int find(int reached, int bound, int from, int found) {
            int rounds = found;
            int limit = bound;
            for (int e = from; e >= 0 && rounds < phase; e = next[e + 1] - 1) {
                int end = reached + distances[e];
                if (end > goal - distances[rounds] || end >= limit) {
                    continue;
                }
                if (end <= goal - distances[rounds + 1]) {
                    rounds = find(end, limit, e, rounds);
                }
                if (rounds == phase || reached > goal - distances[rounds + 1]) {
                    return rounds;
                }
                limit = end;
                schedule[rounds++] = e;
                remove(e);
            }
            return rounds;
        }
    }
}
