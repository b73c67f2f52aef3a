package org.reactivempi.core.collective.algorithm;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Mpi;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanBuilder;

/**
 * What the ranks of a topology exchange with their neighbors: a message along each edge. Messages between two ranks keep their order, and so
 * do the steps of a plan with one rank: where several edges lead from one rank to another, the receiver takes their messages in the
 * order in which the sender gives them.
 *
 * <p>In a grid the two neighbors of a dimension may be one rank. It gives the block for the lower neighbor first, which is the one that this
 * rank gets from above:
 *
 * <pre>
 *  places of a dimension      sends     2 k (below)    2 k + 1 (above)
 *                             receives  2 k + 1        2 k
 * </pre>
 */
public final class Neighbors {

    private Neighbors() {}

    /**
     * A part of what is sent or received.
     *
     * @param from where each block begins
     * @param lengthBytes how long each of them is
     */
    public record Parts(long[] from, long[] lengthBytes) {

        /** Blocks that follow each other. */
        public static Parts inTurn(long[] lengthBytes) {
            return new Parts(Places.of(lengthBytes), lengthBytes);
        }

        /** One block, as often as it is wanted. */
        public static Parts same(long lengthBytes, int blocks) {
            long[] lengths = new long[blocks];
            Arrays.fill(lengths, lengthBytes);
            return new Parts(new long[blocks], lengths);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Parts parts
                    && Arrays.equals(from, parts.from)
                    && Arrays.equals(lengthBytes, parts.lengthBytes);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(from) + Arrays.hashCode(lengthBytes);
        }
    }

    /**
     * The plan of a rank.
     *
     * @param sources whom it receives from, {@link Mpi#PROC_NULL} among them
     * @param destinations whom it sends to
     * @param grid whether places 2 k and 2 k + 1 are the two sides of dimension k
     * @param sent the block for each destination
     * @param received the room for the block of each source
     */
    public static Plan exchange(
            PlanBuilder plan, int[] sources, int[] destinations, boolean grid, Parts sent, Parts received) {
        int rank = plan.rank();
        for (int i = 0; i < sources.length; i++) {
            int place = grid ? i ^ 1 : i;
            if (sources[place] != rank && sources[place] != Mpi.PROC_NULL) {
                plan.receive(sources[place], Plan.RECEIVE, received.from()[place], received.lengthBytes()[place]);
            }
        }
        Deque<Integer> own = ownPlaces(rank, sources, grid);
        for (int i = 0; i < destinations.length; i++) {
            if (destinations[i] == rank) {
                int place = own.remove();
                plan.copy(Plan.SEND, sent.from()[i], Plan.RECEIVE, received.from()[place], sent.lengthBytes()[i]);
            } else if (destinations[i] != Mpi.PROC_NULL) {
                plan.send(destinations[i], Plan.SEND, sent.from()[i], sent.lengthBytes()[i]);
            }
        }
        return plan.build("edges");
    }

    /** The places of a rank that is its own neighbor, in the order in which it gives itself their blocks. */
    public static Deque<Integer> ownPlaces(int rank, int[] sources, boolean grid) {
        Deque<Integer> places = new ArrayDeque<>();
        for (int i = 0; i < sources.length; i++) {
            int place = grid ? i ^ 1 : i;
            if (sources[place] == rank) {
                places.add(place);
            }
        }
        return places;
    }
}
