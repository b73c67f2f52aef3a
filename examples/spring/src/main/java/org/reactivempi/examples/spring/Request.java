package org.reactivempi.examples.spring;

/**
 * Rank 0 asks a worker for batches.
 *
 * @param seed of the darts: each request has its own
 * @param batches how many
 * @param darts how many are thrown for each
 * @param points of how many of them a batch tells where they are
 */
record Request(int seed, long batches, int darts, int points) {

    /** The same for what is left when some have come. */
    Request without(long taken) {
        return new Request(seed, batches - taken, darts, points);
    }
}
