package org.reactivempi.benchmarks.soak;

import java.util.Random;
import org.reactivempi.Communicator;

/**
 * A lane from one rank to another in one round, as one of the two sees it.
 *
 * @param world all ranks
 * @param peer the other one
 * @param tag of the lane's messages
 * @param first the number of the first message
 * @param random what both draw from, in the same order
 * @param sequence what has come from the peer in this lane; of no use to the sender
 */
record Way(Communicator world, int peer, int tag, long first, Random random, Sequence sequence) {

    /** In one round. */
    static final int MOST_MESSAGES = 1000;
}
