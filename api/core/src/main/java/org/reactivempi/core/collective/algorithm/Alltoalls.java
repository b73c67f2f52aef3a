package org.reactivempi.core.collective.algorithm;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntUnaryOperator;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanBuilder;

/** A block of each rank for each rank. */
public final class Alltoalls {

    /** A block of each rank for each rank. */
    public static final Algorithms ALLTOALL = Algorithms.of(
            "alltoall",
            Algorithm.of("leaders", Leaders::alltoall)
                    .needs(Condition.EQUAL_BLOCKS, Condition.ROWS)
                    .when(task ->
                            task.hosts().mostRanks() * task.size() * task.bytes() <= Leaders.MOST_BYTES_OF_A_HOST),
            Algorithm.of("bruck", Alltoalls::bruck)
                    .needs(Condition.EQUAL_BLOCKS)
                    .when(Alltoalls::isShort),
            Algorithm.of("pairwise", (plan, task) -> exchange(plan, task, 1))
                    .needs(Condition.EQUAL_BLOCKS)
                    .when(task -> task.bytes() >= Alltoalls.LONG_BLOCK_BYTES),
            Algorithm.of("exchange", (plan, task) -> exchange(plan, task, Alltoalls.WINDOW)));

    /** So many exchanges are under way at once. */
    private static final int WINDOW = 32;
    /** Blocks up to here go to all ranks by way of others. */
    private static final long SHORT_BLOCK_BYTES = 512;
    /** The same where ranks are many. */
    private static final long SHORT_BLOCK_BYTES_OF_MANY = 2 << 10;
    /** Blocks from here on are exchanged with one rank after the other. */
    private static final long LONG_BLOCK_BYTES = 128 << 10;

    private Alltoalls() {}

    private static boolean isShort(Task task) {
        long most = task.size() < Limits.MANY ? SHORT_BLOCK_BYTES : SHORT_BLOCK_BYTES_OF_MANY;
        return task.size() >= Limits.FEW && task.bytes() <= most;
    }

    /** Each rank exchanges with the one i after and the one i before it, for all i, so many at a time as {@code window} says. */
    public static void exchange(PlanBuilder plan, Task task, int window) {
        int rank = plan.rank();
        int size = plan.size();
        long[] from = Places.of(task.blocks());
        long[] to = Places.of(task.comingBlocks());
        int slot = Plan.SEND;
        if (task.inPlace()) {
            slot = plan.scratch(from[size]);
            plan.copy(Plan.RECEIVE, 0, slot, 0, from[size]);
        } else {
            plan.copy(slot, from[rank], Plan.RECEIVE, to[rank], Places.length(to, rank));
        }
        int sent = slot;
        inWindows(
                plan,
                size - 1,
                window,
                i -> {
                    int source = (rank + size - 1 - i) % size;
                    return plan.receive(source, Plan.RECEIVE, to[source], Places.length(to, source));
                },
                i -> {
                    int destination = (rank + 1 + i) % size;
                    return plan.send(destination, sent, from[destination], Places.length(from, destination));
                });
    }

    /** So many exchanges, of which as many are under way at once as is good. */
    static void inWindows(PlanBuilder plan, int exchanges, IntUnaryOperator receive, IntUnaryOperator send) {
        inWindows(plan, exchanges, WINDOW, receive, send);
    }

    private static void inWindows(
            PlanBuilder plan, int exchanges, int window, IntUnaryOperator receive, IntUnaryOperator send) {
        Deque<int[]> under = new ArrayDeque<>();
        for (int i = 0; i < exchanges; i++) {
            int[] before = under.size() == window ? under.removeFirst() : new int[0];
            after(plan, before);
            int received = receive.applyAsInt(i);
            after(plan, before);
            under.addLast(new int[] {received, send.applyAsInt(i)});
        }
    }

    private static void after(PlanBuilder plan, int[] steps) {
        for (int step : steps) {
            plan.after(step);
        }
    }

    /**
     * Short blocks of one length in log2(p) messages: a block for the rank i after this one travels through the ranks at the distances
     * of i's bits (Bruck). The blocks of one message stand in runs as long as its distance, so that one copy brings them together.
     */
    private static void bruck(PlanBuilder plan, Task task) {
        int rank = plan.rank();
        int size = plan.size();
        long block = task.bytes();
        int input = task.inPlace() ? Plan.RECEIVE : Plan.SEND;
        int blocks = plan.scratch(size * block);
        // No distance has more blocks than the first one, each of which has one before it that has not.
        int packed = plan.scratch(size / 2 * block);
        int arrived = plan.scratch(size / 2 * block);
        plan.copy(input, rank * block, blocks, 0, (size - rank) * block);
        plan.copy(input, 0, blocks, (size - rank) * block, rank * block);
        for (int distance = 1; distance < size; distance <<= 1) {
            long length = blocksOf(distance, size) * block;
            long run = distance * block;
            plan.copy(blocks, run, packed, 0, length, new Plan.Pieces(run, 2 * run, run));
            plan.send((rank + distance) % size, packed, 0, length);
            plan.receive((rank + size - distance) % size, arrived, 0, length);
            plan.copy(arrived, 0, blocks, run, length, new Plan.Pieces(run, run, 2 * run));
        }
        Plan.Pieces backwards = new Plan.Pieces(block, block, -block);
        long upToOwn = (rank + 1) * block;
        plan.copy(blocks, 0, Plan.RECEIVE, rank * block, upToOwn, backwards);
        long others = (size - 1 - rank) * block;
        plan.copy(blocks, upToOwn, Plan.RECEIVE, (size - 1) * block, others, backwards);
    }

    /** How many of {@code 0 .. size - 1} have the bit of a distance. */
    private static int blocksOf(int distance, int size) {
        int whole = size / (2 * distance) * distance;
        return whole + Math.max(0, size % (2 * distance) - distance);
    }
}
