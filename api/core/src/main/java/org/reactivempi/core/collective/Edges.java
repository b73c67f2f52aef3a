package org.reactivempi.core.collective;

import org.reactivempi.core.collective.plan.Plan;

/**
 * How a rank tells its neighbors what it does, and hears what they do: a {@link Call} along each edge.
 *
 * @param plan sends one to each destination, and receives one of each source at its place
 * @param sources how many places there are; some may have nobody
 */
public record Edges(Plan plan, int sources) {

    /** How long what is told along an edge is. */
    public static final int LENGTH_BYTES = Call.LENGTH_BYTES;
}
