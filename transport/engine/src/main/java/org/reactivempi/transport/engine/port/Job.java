package org.reactivempi.transport.engine.port;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * A rank's place in its job.
 *
 * @param id tells this job from all others; the same on all ranks
 * @param rank 0 to {@code size - 1}
 * @param size how many ranks there are
 * @param ranksOnHost how many of them share this host's cores
 */
public record Job(String id, int rank, int size, int ranksOnHost) {

    /** What stands for the id in greetings and proofs. */
    public long hash() {
        return UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits();
    }
}
