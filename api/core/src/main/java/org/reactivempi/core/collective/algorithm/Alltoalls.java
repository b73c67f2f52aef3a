package org.reactivempi.core.collective.algorithm;

import java.util.ArrayDeque;
import java.util.Deque;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanBuilder;

/** A block of each rank for each rank. */
public final class Alltoalls {

    /** So many exchanges are under way at once. */
    static final int WINDOW = 32;

    private Alltoalls() {}

    /**
     * Each rank exchanges with the one i after and the one i before it, for all i, so many at a time as {@code window} says.
     *
     * @param sent how long each block is that goes to a rank; those that come if it is in place
     * @param received how long each block is that comes from a rank
     */
    public static Plan exchange(int rank, int size, long[] sent, long[] received, boolean inPlace, int window) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        long[] from = Places.of(sent);
        long[] to = Places.of(received);
        int slot = Plan.SEND;
        if (inPlace) {
            slot = plan.scratch(from[size]);
            plan.copy(Plan.RECEIVE, 0, slot, 0, from[size]);
        } else {
            plan.copy(slot, from[rank], Plan.RECEIVE, to[rank], Places.length(to, rank));
        }
        Deque<int[]> under = new ArrayDeque<>();
        for (int i = 1; i < size; i++) {
            int[] before = under.size() == window ? under.removeFirst() : new int[0];
            int source = (rank + size - i) % size;
            int destination = (rank + i) % size;
            int receive = after(plan, before).receive(source, Plan.RECEIVE, to[source], Places.length(to, source));
            int send = after(plan, before).send(destination, slot, from[destination], Places.length(from, destination));
            under.addLast(new int[] {receive, send});
        }
        return plan.build("exchange");
    }

    private static PlanBuilder after(PlanBuilder plan, int[] steps) {
        for (int step : steps) {
            plan.after(step);
        }
        return plan;
    }

    /**
     * Short blocks of one length in log2(p) messages: a block for the rank i after this one travels through the ranks at the distances
     * of i's bits (Bruck). The blocks of one message stand in runs as long as its distance, so that one copy brings them together.
     */
    public static Plan bruck(int rank, int size, long blockBytes, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        int input = inPlace ? Plan.RECEIVE : Plan.SEND;
        int blocks = plan.scratch(size * blockBytes);
        // No distance has more blocks than the first one, each of which has one before it that has not.
        int packed = plan.scratch(size / 2 * blockBytes);
        int arrived = plan.scratch(size / 2 * blockBytes);
        plan.copy(input, rank * blockBytes, blocks, 0, (size - rank) * blockBytes);
        plan.copy(input, 0, blocks, (size - rank) * blockBytes, rank * blockBytes);
        for (int distance = 1; distance < size; distance <<= 1) {
            long length = blocksOf(distance, size) * blockBytes;
            long run = distance * blockBytes;
            plan.copy(blocks, run, packed, 0, length, new Plan.Pieces(run, 2 * run, run));
            plan.send((rank + distance) % size, packed, 0, length);
            plan.receive((rank + size - distance) % size, arrived, 0, length);
            plan.copy(arrived, 0, blocks, run, length, new Plan.Pieces(run, run, 2 * run));
        }
        Plan.Pieces backwards = new Plan.Pieces(blockBytes, blockBytes, -blockBytes);
        long upToOwn = (rank + 1) * blockBytes;
        plan.copy(blocks, 0, Plan.RECEIVE, rank * blockBytes, upToOwn, backwards);
        long others = (size - 1 - rank) * blockBytes;
        plan.copy(blocks, upToOwn, Plan.RECEIVE, (size - 1) * blockBytes, others, backwards);
        return plan.build("bruck");
    }

    /** How many of {@code 0 .. size - 1} have the bit of a distance. */
    private static int blocksOf(int distance, int size) {
        int whole = size / (2 * distance) * distance;
        return whole + Math.max(0, size % (2 * distance) - distance);
    }
}
