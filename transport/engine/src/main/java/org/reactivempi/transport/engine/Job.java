package org.reactivempi.transport.engine;

/**
 * A rank's place in its job.
 *
 * @param id tells this job from all others; the same on all ranks
 * @param rank 0 to {@code size - 1}
 * @param size how many ranks there are
 * @param ranksOnHost how many of them share this host's cores
 */
public record Job(String id, int rank, int size, int ranksOnHost) {}
