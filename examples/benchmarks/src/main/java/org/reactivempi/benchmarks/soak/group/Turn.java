package org.reactivempi.benchmarks.soak.group;

import java.util.Random;
import org.reactivempi.Communicator;
import org.reactivempi.benchmarks.soak.draw.Mixed;

/**
 * A lane's part of one round, as one rank sees it.
 *
 * @param all the lane's communicator, of all ranks
 * @param random what all ranks draw from, in the same order
 * @param own what this rank alone draws from
 * @param check what came, and what was to come
 */
public record Turn(Communicator all, Random random, Random own, Check check) {

    /**
     * The turn of a round.
     *
     * @param seed of the lane and round, the same on all ranks
     */
    public static Turn of(Communicator all, long seed, Check check) {
        return new Turn(all, new Random(seed), new Random(Mixed.of(seed, all.rank())), check);
    }

    int size() {
        return all.size();
    }

    int rank() {
        return all.rank();
    }

    /** The rank so many places further on. */
    int after(int places) {
        return Math.floorMod(rank() + places, size());
    }

    /** Mostly short, and as often between 1 and 2 elements as between half of the most and that; sometimes none. */
    int length(int most) {
        if (random.nextInt(20) == 0) {
            return 0;
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(most);
        return random.nextInt(Math.min(most, 1 << (1 + random.nextInt(bits)))) + 1;
    }

    /** Of values that no other turn has. */
    Values values() {
        return new Values(random.nextLong());
    }
}
