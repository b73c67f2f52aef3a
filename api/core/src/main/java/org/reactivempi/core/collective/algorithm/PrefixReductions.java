package org.reactivempi.core.collective.algorithm;

import org.reactivempi.core.collective.plan.PlanBuilder;

/** The elements of ranks reduced for each rank, in their order. */
public final class PrefixReductions {

    /** For each rank all up to it. */
    public static final Algorithms SCAN = Algorithms.of(
            "scan",
            Algorithm.of("leaders", Leaders::scan).needs(Condition.ROWS),
            Algorithm.of("doubling", PrefixReductions::scan).reproducible());

    /** For each rank all before it. */
    public static final Algorithms EXSCAN = Algorithms.of(
            "exscan",
            Algorithm.of("leaders", Leaders::exscan).needs(Condition.ROWS),
            Algorithm.of("doubling", PrefixReductions::exclusiveScan).reproducible());

    private PrefixReductions() {}

    /** In round k a rank hears from the one 2^k before it. */
    private static void scan(PlanBuilder plan, Task task) {
        upTo(plan, 0, Places.own(task), task.bytes());
    }

    /** Each rank gets what the one before gives, and goes on with that. */
    private static void exclusiveScan(PlanBuilder plan, Task task) {
        int rank = plan.rank();
        long bytes = task.bytes();
        if (rank + 1 < plan.size()) {
            plan.send(rank + 1, Places.own(task), 0, bytes);
        }
        if (rank > 0) {
            int slot = plan.scratch(bytes);
            plan.receive(rank - 1, slot, 0, bytes);
            upTo(plan, 1, slot, bytes);
        }
    }

    private static void upTo(PlanBuilder plan, int first, int own, long lengthBytes) {
        int rank = plan.rank();
        int reductions = 0;
        for (int distance = 1; rank - distance >= first; distance <<= 1) {
            reductions++;
        }
        Turns turns = new Turns(plan, own, reductions, lengthBytes);
        for (int distance = 1; distance < plan.size() - first; distance <<= 1) {
            if (rank + distance < plan.size()) {
                turns.send(rank + distance);
            }
            if (rank - distance >= first) {
                turns.receive(rank - distance, true);
            }
        }
        turns.end();
    }
}
