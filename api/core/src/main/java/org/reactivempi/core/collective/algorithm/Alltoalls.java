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
     * of i's bits (Bruck).
     */
    public static Plan bruck(int rank, int size, long blockBytes, boolean inPlace) {
        PlanBuilder plan = new PlanBuilder(rank, size);
        int input = inPlace ? Plan.RECEIVE : Plan.SEND;
        int blocks = plan.scratch(size * blockBytes);
        int packed = plan.scratch((size + 1) / 2 * blockBytes);
        int arrived = plan.scratch((size + 1) / 2 * blockBytes);
        plan.copy(input, rank * blockBytes, blocks, 0, (size - rank) * blockBytes);
        plan.copy(input, 0, blocks, (size - rank) * blockBytes, rank * blockBytes);
        for (int distance = 1; distance < size; distance <<= 1) {
            int count = 0;
            for (int i = distance; i < size; i++) {
                if ((i & distance) != 0) {
                    plan.copy(blocks, i * blockBytes, packed, count++ * blockBytes, blockBytes);
                }
            }
            plan.send((rank + distance) % size, packed, 0, count * blockBytes);
            plan.receive((rank + size - distance) % size, arrived, 0, count * blockBytes);
            count = 0;
            for (int i = distance; i < size; i++) {
                if ((i & distance) != 0) {
                    plan.copy(arrived, count++ * blockBytes, blocks, i * blockBytes, blockBytes);
                }
            }
        }
        for (int i = 0; i < size; i++) {
            plan.copy(blocks, i * blockBytes, Plan.RECEIVE, (rank + size - i) % size * blockBytes, blockBytes);
        }
        return plan.build("bruck");
    }
}
