package org.reactivempi.transport.bootstrap;

import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Who a rank is.
 *
 * @param jobId what tells this job from all others: a name without blanks, the same on all ranks of the job
 * @param rank 0 to {@code size - 1}
 * @param size how many ranks the job has, 1 or more
 * @param ranksOnHost how many ranks of the job run on this host, this one included; 1 where nobody can tell
 * @param jvm what the ranks of the job in this JVM have in common
 */
public record JobPlace(String jobId, int rank, int size, int ranksOnHost, JobJvm jvm) {

    /**
     * Checks the rank.
     *
     * @throws BootstrapException where the job has no such rank
     */
    public JobPlace {
        if (rank < 0 || rank >= size) {
            throw new BootstrapException("rank " + rank + " is outside 0.." + (size - 1));
        }
    }

    /** A name that no other job has. */
    static String newJobId(RandomGenerator random) {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }
}
